import type { CardOffer } from '../../../contract/card.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Facts, type Fact } from '../../ui/facts.tsx';

const none: readonly Fact[] = [];

/** What a card costs, how much may be paid with it, when it comes and how long an order can be taken back. */
export function OfferFacts({ offer, more = none }: { offer: CardOffer; more?: readonly Fact[] }) {
  const { t } = useWords();
  const { price, limits, currency, delivery, cancel } = offer;
  const { code, scale } = currency;
  const within =
    cancel < 60
      ? t('card.order.cancel.seconds', { n: cancel })
      : t('card.order.cancel.minutes', { n: Math.floor(cancel / 60) });
  return (
    <Facts
      facts={[
        { key: 'price', name: t('cards.price'), value: <Amount {...price} scale={scale} /> },
        ...more,
        { key: 'once', name: t('cards.once'), value: <Amount amount={limits.once} currency={code} scale={scale} /> },
        { key: 'day', name: t('cards.day'), value: <Amount amount={limits.day} currency={code} scale={scale} /> },
        ...(delivery ? [{ key: 'delivery', name: t('fact.delivery'), value: t('card.order.days', delivery) }] : []),
        { key: 'cancel', name: t('fact.cancel'), value: within },
      ]}
    />
  );
}
