import type { Card, CardDetails } from '../../../contract/card.ts';
import type { Trouble } from '../../form/trouble.ts';
import type { Place } from '../../root/events.ts';

export interface CardContext {
  /** Of the card, which is that of its order. */
  id: string;
  /** Of pages that may show a number, as the site publishes them. */
  origins: readonly string[];
  /** As the server told it last; null until it has, and where there is none. */
  known: Card | null;
  /** Where its order stands. */
  order: string | null;
  /** What it was to be made. */
  wish: 'frozen' | 'active' | null;
  trouble: Trouble | null;
}

export const cardOfPlace = ({ params }: Place): string => params['card'] ?? '';

export const begun = (place: Place, { origins }: Pick<CardContext, 'origins'>): CardContext => ({
  ...{ id: cardOfPlace(place), origins, known: null, order: null, wish: null, trouble: null },
});

/** As it was looked up again; once it is as it was wanted, whoever made it so, nothing is said against that any more. */
export const become = ({ known, wish, trouble }: CardContext, { card }: CardDetails): Partial<CardContext> => ({
  known: card ?? known,
  trouble: card?.status === wish ? null : trouble,
});

/** What is asked of whoever stops it, or lets it go on. */
export const changing = ({ context }: { context: CardContext }) => ({ body: { card: context.id } });

/** How its limits stand, for the part that changes them. */
export const limitsIn = (known: Card | null): Pick<Card, 'currency' | 'limits' | 'highest'> => {
  const { currency, limits, highest } = known as Card;
  return { currency, limits, highest };
};

/** It is on its way, and comes without anybody's doing. */
export const isUnderWay = ({ known }: Pick<CardContext, 'known'>): boolean => known?.status === 'sent';
