import { amountMask, formatAmount } from '../i18n/amount.ts';
import { useWords } from '../i18n/words.ts';
import { join } from './join.ts';
import css from './amount.module.css';

export interface AmountProps {
  amount: string;
  currency: string;
  /** Digits after the point that the currency has. */
  scale: number;
  /** `large` is the one amount of a screen. */
  size?: 'small' | 'body' | 'title' | 'large';
  /** Reckoned here and only foretells: behind ≈. */
  approximate?: boolean;
  hidden?: boolean;
  tone?: 'plain' | 'muted' | 'success' | 'danger' | 'struck';
  className?: string | undefined;
}

/** An amount with its currency, to the last digit. A long one breaks between digits and keeps its code whole. */
export function Amount({
  amount,
  currency,
  scale,
  size = 'body',
  approximate,
  hidden,
  tone = 'plain',
  className,
}: AmountProps) {
  const { t, locale } = useWords();
  const number = formatAmount(amount, scale, locale);
  return (
    <span
      className={join(css['amount'], css[size], css[tone], className)}
      data-fit={number.length > 14 ? 'long' : undefined}
    >
      {hidden ? (
        <>
          <span aria-hidden="true">{amountMask}</span>
          <span className={css['unseen']}>{t('ui.amount.hidden')}</span>
        </>
      ) : (
        <span className={css['digits']}>{`${approximate ? '≈\u00a0' : ''}${number}`}</span>
      )}
      {/* A space that may end a line: a code that comes to stand on the next one begins at its edge. */}{' '}
      <span className={css['code']}>{currency}</span>
    </span>
  );
}
