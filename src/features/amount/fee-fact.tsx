import type { ReactNode } from 'react';
import type { ExchangeForm } from '../../../contract/calls/exchange-form.ts';
import { feeNameOf, type Preview } from '../../../machines/form/quote.ts';
import { isPositive } from '../../../machines/money.ts';
import { formatAmount, formatPercent } from '../../i18n/amount.ts';
import type { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import type { Fact } from '../../ui/facts.tsx';

type Words = Pick<ReturnType<typeof useWords>, 't' | 'locale'>;

/** What will be taken: exactly where it is fixed, else by this page's own reckoning, and before an amount the least. */
function taken({ src, fee }: ExchangeForm, preview: Preview | null, { t, locale }: Words): ReactNode {
  const isFixed = !isPositive(fee.percent);
  const least = isPositive(fee.minimum);
  if (isFixed && !least) return t('exchange.fee.none');
  if (isFixed) return <Amount amount={fee.minimum} currency={src.code} scale={src.scale} />;
  if (preview) return <Amount {...preview.fee} scale={src.scale} approximate />;
  return (
    least && t('exchange.fee.least', { amount: `${formatAmount(fee.minimum, src.scale, locale)}\u00a0${src.code}` })
  );
}

/** The row of the fee below a form: its name, and what will be taken. */
export const feeFact = (form: ExchangeForm, preview: Preview | null, words: Words): Fact => ({
  key: 'fee',
  name: words.t(feeNameOf(form, preview), { percent: formatPercent(form.fee.percent, words.locale) }),
  value: taken(form, preview, words),
});
