import type { ExchangeForm } from '../../../contract/calls/exchange.ts';
import { entryText, type Side } from '../../../machines/form/amount.ts';
import { currencyOf, limitScale, limitsOf, parts } from '../../../machines/form/quote.ts';
import { amountProblem, shownPreview, shownProblem } from '../../../machines/flows/exchange/form.context.ts';
import { readAmount } from '../../../machines/form/read-amount.ts';
import { decimalSeparator, formatAmount, formatMoney, maskedMoney } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { SwapButton } from '../../ui/swap-button.tsx';
import { Foretold } from './foretold.tsx';
import type { FormActor, FormSnapshot } from './form.view.tsx';
import css from './exchange.module.css';

interface PairFormProps {
  actor: FormActor;
  snapshot: FormSnapshot;
}

/** What stands below an amount before anything is wrong: its limits, or how a doubtful number was read. */
function useHelp(form: ExchangeForm, side: Side, typed: string | null): string {
  const { t, locale } = useWords();
  const currency = currencyOf(form, side);
  const { code, scale } = currency;
  const read = typed === null ? null : readAmount(typed, scale);
  if (read && 'amount' in read && read.doubtful)
    return t('amount.read_as', { amount: formatMoney({ amount: read.amount, currency: code }, scale, locale) });
  const { minimum, maximum } = limitsOf(form, side);
  return t('exchange.limits', {
    minimum: formatAmount(minimum.amount, limitScale(currency), locale),
    maximum: formatMoney(maximum, limitScale(currency), locale),
  });
}

interface AmountProps extends PairFormProps {
  form: ExchangeForm;
  side: Side;
}

/** One side of the pair: as typed where it was typed, foretold where it follows. */
function SideField({ actor, snapshot, form, side }: AmountProps) {
  const { t, locale } = useWords();
  const told = useTold();
  const concealed = useConcealed();
  const { context } = snapshot;
  const { entry } = context;
  const { code, scale, logo } = currencyOf(form, side);
  const isOwn = entry.side === side;
  const preview = shownPreview(context);
  const problem = isOwn ? shownProblem(context, snapshot.hasTag('corrected')) : null;
  const available = side === 'give' ? limitsOf(form, side).available : undefined;
  const shown = available && (concealed ? maskedMoney(code) : formatMoney(available, scale, locale));
  return (
    <AmountField
      label={t(`exchange.${side}`)}
      aside={shown && t('exchange.available', { amount: shown })}
      help={useHelp(form, side, isOwn ? entry.text : null)}
      error={problem ? told(problem) : undefined}
      name={side}
      currency={code}
      logo={logo}
      value={
        isOwn
          ? entryText(entry, decimalSeparator(locale))
          : preview
            ? formatAmount(preview[side].amount, scale, locale)
            : ''
      }
      approximate={!isOwn && preview !== null}
      says="user.amount typed"
      saysFor={side}
      onValue={(value) => actor.send({ type: 'user.amount typed', side, value })}
    />
  );
}

/** Two amounts, of which either can be typed; the limits are there before the first digit. */
export function PairForm({ actor, snapshot }: PairFormProps) {
  const { t } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const { form, trouble, corrections } = context;
  const place = useErrorFocus<HTMLFormElement>(corrections);
  const isWrong = snapshot.hasTag('corrected') && amountProblem(context) !== null;
  if (!form) return null;
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.submitted' });
      }}
    >
      <LiveRegion assertive>{isWrong ? t('form.errors', { count: 1 }) : ''}</LiveRegion>
      <Stack gap={4}>
        {trouble && (
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        )}
        <Surface className={css['form']}>
          <Stack gap={3}>
            <SideField actor={actor} snapshot={snapshot} form={form} side="give" />
            <Choices
              label={t('exchange.parts')}
              says="user.part chosen"
              options={parts.map((part) => ({
                value: part,
                label: part === 'all' ? t('exchange.part.all') : t('exchange.part', { percent: part }),
                disabled: !snapshot.can({ type: 'user.part chosen', value: part }),
              }))}
              onChoose={(value) => actor.send({ type: 'user.part chosen', value })}
            />
          </Stack>
          <SwapButton
            label={t('exchange.swap')}
            says="user.swapped"
            disabled={!snapshot.can({ type: 'user.swapped' })}
            onClick={() => actor.send({ type: 'user.swapped' })}
          />
          <SideField actor={actor} snapshot={snapshot} form={form} side="get" />
          <Foretold actor={actor} snapshot={snapshot} form={form} />
          <Button type="submit" variant="primary" size="large" wide main says="user.submitted">
            {t('exchange.submit')}
          </Button>
        </Surface>
      </Stack>
    </form>
  );
}
