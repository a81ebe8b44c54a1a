import type { ExchangeForm } from '../../../contract/calls/exchange.ts';
import type { Preview } from '../../../machines/form/quote.ts';
import { isPositive } from '../../../machines/money.ts';
import { formatAmount } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';

interface FeeValueProps {
  form: ExchangeForm;
  preview: Preview | null;
}

/** What will be taken: exactly where it is fixed, else by this page's own reckoning, and before an amount the least. */
export function FeeValue({ form: { src, fee }, preview }: FeeValueProps) {
  const { t, locale } = useWords();
  const isFixed = !isPositive(fee.percent);
  const least = isPositive(fee.minimum);
  if (isFixed && !least) return t('exchange.fee.none');
  if (isFixed) return <Amount amount={fee.minimum} currency={src.code} scale={src.scale} />;
  if (preview) return <Amount {...preview.fee} scale={src.scale} approximate />;
  return (
    least && t('exchange.fee.least', { amount: `${formatAmount(fee.minimum, src.scale, locale)}\u00a0${src.code}` })
  );
}
