import { useRef } from 'react';
import type { Currency } from '../../../contract/money.ts';
import { entryText, type Side } from '../../../machines/form/amount.ts';
import { limitScale } from '../../../machines/form/limit-scale.ts';
import {
  amountProblem,
  currencyOf,
  getChoices,
  giveChoices,
  pairOf,
  shownProblem,
} from '../../../machines/flows/landing/landing.context.ts';
import { amountToEdit, decimalSeparator, formatAmount, formatMoney, formatRate } from '../../i18n/amount.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Amount } from '../../ui/amount.tsx';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { CurrencySelect } from '../../ui/currency-select.tsx';
import { Facts } from '../../ui/facts.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { SwapButton } from '../../ui/swap-button.tsx';
import { Renew } from '../amount/renew.tsx';
import type { LandingActor, LandingSnapshot } from './landing.view.tsx';
import css from './landing.module.css';

interface QuoteFormProps {
  actor: LandingActor;
  snapshot: LandingSnapshot;
}

/** What may be given at once, before anything is typed. */
function useLimits(context: LandingSnapshot['context'], side: Side): string {
  const { t, locale } = useWords();
  const pair = pairOf(context);
  if (pair?.minimum === undefined || pair.maximum === undefined || side === 'get') return '';
  const { src, minimum, maximum } = pair;
  const scale = limitScale(src);
  return t('exchange.limits', {
    minimum: formatAmount(minimum, scale, locale),
    maximum: formatMoney({ amount: maximum, currency: src.code }, scale, locale),
  });
}

/** One side of the pair with its currency to choose. */
function SideField({ actor, snapshot, side }: QuoteFormProps & { side: Side }) {
  const { t, locale } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const { entry, quote, trouble } = context;
  const currency = currencyOf(context, side);
  const isOwn = entry.side === side;
  const problem = isOwn
    ? (shownProblem(context, snapshot.hasTag('corrected')) ?? (snapshot.can({ type: 'user.retried' }) ? null : trouble))
    : null;
  const choices = (side === 'give' ? giveChoices(context) : getChoices(context)).map((choice: Currency) => ({
    value: choice.code,
    label: `${choice.code} · ${currencyName(choice, locale)}`,
    logo: choice.logo,
  }));
  const says = side === 'give' ? 'user.give chosen' : 'user.get chosen';
  return (
    <AmountField
      label={t(`landing.${side}`)}
      help={useLimits(context, side)}
      error={problem ? told(problem) : undefined}
      name={side}
      currency={currency?.code ?? ''}
      chooser={
        <CurrencySelect
          label={t(`landing.${side}.currency`)}
          says={says}
          value={currency?.code ?? ''}
          options={choices}
          onValue={(value) => actor.send({ type: says, value })}
        />
      }
      approximate={!isOwn && quote !== null}
      value={
        isOwn
          ? entryText(entry, decimalSeparator(locale))
          : quote
            ? amountToEdit(quote[side].amount, currency?.scale ?? 0, locale)
            : ''
      }
      says="user.amount typed"
      saysFor={side}
      onValue={(value) => actor.send({ type: 'user.amount typed', side, value })}
    />
  );
}

/** A quote without an account: two amounts, what they are made of, and the way on. */
export function QuoteForm({ actor, snapshot }: QuoteFormProps) {
  const { t, locale } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const { quote, trouble, corrections, src, dst, account } = context;
  const form = useErrorFocus<HTMLFormElement>(corrections);
  const facts = useRef<HTMLDivElement>(null);
  const give = currencyOf(context, 'give');
  const isWrong = snapshot.hasTag('corrected') && amountProblem(context) !== null;
  const mayAskAgain = snapshot.can({ type: 'user.retried' });
  const unknown = <span aria-hidden="true">—</span>;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.submitted' });
      }}
    >
      {/* What stands there is asked for anew every few seconds, a refusal too: nobody has to hear of that. */}
      <LiveRegion>{snapshot.hasTag('busy') && !quote && !trouble ? t('landing.asking') : ''}</LiveRegion>
      <LiveRegion assertive>{isWrong ? t('form.errors', { count: 1 }) : ''}</LiveRegion>
      <Surface className={css['card']}>
        <SideField actor={actor} snapshot={snapshot} side="give" />
        <SwapButton
          label={t('landing.swap')}
          says="user.swapped"
          disabled={!snapshot.can({ type: 'user.swapped' })}
          onClick={() => actor.send({ type: 'user.swapped' })}
        />
        <SideField actor={actor} snapshot={snapshot} side="get" />
        <div ref={facts} tabIndex={-1}>
          <Facts
            facts={[
              {
                key: 'rate',
                name: t('landing.rate'),
                value: quote
                  ? t('ui.rate.about', { from: src, rate: formatRate(quote.rate, locale), to: dst })
                  : unknown,
              },
              {
                key: 'fee',
                name: t('landing.fee'),
                value: quote ? <Amount {...quote.fee} scale={give?.scale ?? 0} approximate /> : unknown,
              },
              {
                key: 'total',
                name: t('ui.landing.total'),
                value: quote ? (
                  <Amount {...quote.give} scale={give?.scale ?? 0} approximate={context.entry.side === 'get'} />
                ) : (
                  unknown
                ),
                total: true,
              },
            ]}
          />
        </div>
        {mayAskAgain && (
          <Notice
            tone="warning"
            alert
            title={t('landing.unanswered.title')}
            action={
              <Renew actor={actor} heir={() => facts.current}>
                {t('form.retry')}
              </Renew>
            }
          >
            {trouble && told(trouble)}
          </Notice>
        )}
        <div className={css['go']}>
          <Button type="submit" variant="primary" size="large" wide main says="user.submitted">
            {t('landing.submit')}
          </Button>
          {account === null && <p className={css['hint']}>{t('landing.after')}</p>}
        </div>
      </Surface>
    </form>
  );
}
