import type { ExchangeForm } from '../../../contract/calls/exchange-form.ts';
import { longestComment } from '../../../contract/calls/transfer.ts';
import {
  commentLength,
  problems,
  quoteFormOf,
  shownPreview,
  shownProblems,
} from '../../../machines/flows/transfer/form.context.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Surface } from '../../ui/surface.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTold } from '../../ui/told.ts';
import { DayWay } from '../amount/day-way.tsx';
import { feeFact } from '../amount/fee-fact.tsx';
import { Parts } from '../amount/parts.tsx';
import { SideField } from '../amount/side-field.tsx';
import type { FormActor, FormSnapshot } from './form.view.tsx';
import { Recent } from './recent.tsx';
import css from './transfer.module.css';

interface FieldsProps {
  actor: FormActor;
  snapshot: FormSnapshot;
}

/** What will be taken, by this page's own reckoning: behind ≈, until the check says it exactly. */
function Fee({ snapshot, quote }: { snapshot: FormSnapshot; quote: ExchangeForm }) {
  const words = useWords();
  return (
    <div className={css['foretold']}>
      <Facts facts={[feeFact(quote, shownPreview(snapshot.context), words)]} />
    </div>
  );
}

/** To whom, from which wallet, how much, and a word to it; limits are there before the first digit. */
export function TransferFields({ actor, snapshot }: FieldsProps) {
  const { t, locale } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const { form, filled, trouble, corrections } = context;
  const place = useErrorFocus<HTMLFormElement>(corrections);
  const quote = quoteFormOf(context);
  const isCorrected = snapshot.hasTag('corrected');
  const shown = shownProblems(context, isCorrected);
  const wrong = isCorrected ? Object.keys(problems(context)).length : 0;
  if (!form || !quote) return null;
  const amounts = {
    ...{ actor, pair: quote, entry: filled.entry, preview: shownPreview(context) },
    problem: shown.amount,
    dayWay: quote.today && <DayWay today={quote.today} />,
  };
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.submitted' });
      }}
    >
      <LiveRegion assertive>{wrong > 0 ? t('form.errors', { count: wrong }) : ''}</LiveRegion>
      <Stack gap={4}>
        {trouble && (
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        )}
        <Surface className={css['form']}>
          <Stack gap={3}>
            <TextField
              label={t('transfer.to')}
              help={t('transfer.to.help')}
              error={shown.to && told(shown.to)}
              name="to"
              autoComplete="off"
              spellCheck={false}
              value={filled.to}
              says="user.recipient typed"
              onValue={(value) => actor.send({ type: 'user.recipient typed', value })}
            />
            <Recent actor={actor} recent={form.recent} chosen={filled.to} />
          </Stack>
          <Select
            label={t('transfer.wallet')}
            name="currency"
            value={filled.currency}
            says="user.currency chosen"
            options={form.wallets.map(({ currency }) => ({
              value: currency.code,
              label: `${currency.code} · ${currencyName(currency, locale)}`,
            }))}
            onValue={(value) => actor.send({ type: 'user.currency chosen', value })}
          />
          <Stack gap={3}>
            <SideField label={t('operation.give.transfer')} side="give" {...amounts} />
            <Parts actor={actor} snapshot={snapshot} />
          </Stack>
          <SideField label={t('operation.get.transfer')} side="get" {...amounts} />
          <Fee snapshot={snapshot} quote={quote} />
          <TextField
            label={t('transfer.comment')}
            help={t('transfer.comment.left', { count: longestComment - commentLength(context) })}
            error={shown.comment && told(shown.comment)}
            name="comment"
            autoComplete="off"
            value={filled.comment}
            says="user.comment typed"
            onValue={(value) => actor.send({ type: 'user.comment typed', value })}
          />
          <Button type="submit" variant="primary" size="large" wide main says="user.submitted">
            {t('transfer.submit')}
          </Button>
        </Surface>
      </Stack>
    </form>
  );
}
