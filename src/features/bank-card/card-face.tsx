import Snowflake from 'lucide-react/icons/snowflake';
import { brandNames, type Card } from '../../../contract/card.ts';
import { useWords } from '../../i18n/words.ts';
import css from './bank-card.module.css';

type Named = Pick<Card, 'kind' | 'brand' | 'currency' | 'last_four'>;
interface CardFaceProps {
  card: Named & Partial<Pick<Card, 'status'>>;
  small?: boolean;
  still?: boolean;
}

/** `Mastercard, виртуальная, EUR`. */
export function useCardName(): (card: Named) => string {
  const { t } = useWords();
  return ({ kind, brand, currency }) =>
    t(`card.order.what.${kind}`, { brand: brandNames[brand], currency: currency.code });
}

/** A card as it is recognised: whose it is, in which currency, its last digits. Its name stands beside it in words. */
export function CardFace({ card, small = false, still = false }: CardFaceProps) {
  return (
    <span
      className={css['face']}
      data-kind={card.kind}
      data-small={small || undefined}
      data-still={still || undefined}
      aria-hidden="true"
    >
      <span className={css['currency']}>{card.currency.code}</span>
      {!small && card.status === 'frozen' && <Snowflake size={20} className={css['flake']} />}
      {!small && card.last_four !== undefined && <span className={css['digits']}>•• {card.last_four}</span>}
      {!small && <span className={css['brand']}>{brandNames[card.brand]}</span>}
    </span>
  );
}
