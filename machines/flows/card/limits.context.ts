import type { Card, CardDetails, CardLimits } from '../../../contract/card.ts';
import { plain, readAmount } from '../../form/read-amount.ts';
import { fieldTrouble, troubleOf, unreadable, withCurrencies, type Trouble } from '../../form/trouble.ts';
import { compare } from '../../money.ts';

export const limitNames = ['once', 'day'] as const;
export type LimitName = (typeof limitNames)[number];

export interface LimitsInput extends Pick<Card, 'currency' | 'limits' | 'highest'> {
  card: string;
}

export interface LimitsContext extends LimitsInput {
  /** As they stand in the fields. */
  typed: CardLimits;
  /** What the server said about each, and about all else. */
  refused: Partial<Record<LimitName, Trouble>>;
  trouble: Trouble | null;
  /** What stands there was saved just now. */
  saved: boolean;
  corrections: number;
}

/** What a card is told of its limits when they are read anew. */
export interface LimitsTold {
  type: 'card.changed';
  limits: CardLimits;
}

export interface LimitsNews {
  type: 'limits.saved';
  card: Card | undefined;
}

const written = ({ once, day }: CardLimits): CardLimits => ({ once: plain(once), day: plain(day) });

export const begun = (input: LimitsInput): LimitsContext => ({
  ...input,
  typed: written(input.limits),
  ...{ refused: {}, trouble: null, saved: false, corrections: 0 },
});

export const typedIn = ({ typed, refused }: LimitsContext, name: LimitName, text: string): Partial<LimitsContext> => ({
  typed: { ...typed, [name]: text },
  refused: Object.fromEntries(Object.entries(refused).filter(([each]) => each !== name)),
  ...{ trouble: null, saved: false },
});

/** What is too much in a day is not said of one payment. */
const tooMuch = { once: 'above_maximum', day: 'above_maximum_a_day' } as const;

/** What is wrong with a limit, whoever says so. */
export function problemOf({ typed, highest, currency, refused }: LimitsContext, name: LimitName): Trouble | null {
  if (refused[name]) return refused[name];
  const read = readAmount(typed[name], currency.scale);
  if ('problem' in read) return unreadable(read.problem, currency.scale);
  if (compare(read.amount, highest[name]) <= 0) return null;
  const params = { maximum: highest[name] };
  return withCurrencies({ code: tooMuch[name], params }, currency, currency);
}
export const bothAreRight = (context: LimitsContext): boolean =>
  limitNames.every((name) => problemOf(context, name) === null);

/** What is typed and was not there, as it is sent: what was lowered elsewhere meanwhile is not put back by whoever changes the other. */
export const sentOf = ({ typed, limits, currency }: LimitsContext): Partial<CardLimits> =>
  Object.fromEntries(
    limitNames.flatMap((name) => {
      const read = readAmount(typed[name], currency.scale);
      return 'amount' in read && compare(read.amount, limits[name]) !== 0 ? [[name, read.amount]] : [];
    }),
  );

export const isSaved = (context: LimitsContext, { card }: CardDetails): boolean => {
  const sent = sentOf(context);
  return (
    card !== undefined && limitNames.every((name) => compare(card.limits[name], sent[name] ?? card.limits[name]) === 0)
  );
};

/** As the card stands now: a field in which nothing else was typed follows. */
export function following({ typed, limits, saved }: LimitsContext, now: CardLimits): Partial<LimitsContext> {
  const [before, after] = [written(limits), written(now)];
  const shown = (name: LimitName) => (typed[name] === before[name] ? after[name] : typed[name]);
  const isAsItWas = limitNames.every((name) => compare(limits[name], now[name]) === 0);
  return { limits: now, typed: { once: shown('once'), day: shown('day') }, saved: saved && isAsItWas };
}

export const taken = ({ limits }: Card): Partial<LimitsContext> => ({
  ...{ limits, typed: written(limits), saved: true },
});

/** About a limit it stands under it, about all else above. */
export function objections(error: unknown, { currency }: LimitsContext): Partial<LimitsContext> {
  const named = limitNames.flatMap((name) => {
    const problem = fieldTrouble(error, name);
    return problem ? [[name, withCurrencies(problem, currency, currency)] as const] : [];
  });
  return named.length > 0 ? { refused: Object.fromEntries(named) } : { trouble: troubleOf(error) };
}
