import { sql } from 'kysely';
import type { CardOperation } from '../../contract/card.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import type { CardRow } from './cards.ts';

/** Rows of a page. */
const most = 20;

const microseconds = sql<string>`(extract(epoch from at) * 1000000)::bigint`;

/** The last row before a page: its time in microseconds, and its id, any text. @throws Refusal 422 for the field `cursor`. */
const readCursor = (cursor: string): { time: string; id: string } => {
  // No text of the database holds a zero byte.
  const [, time, id] = /^(\d{1,16})\.([^\0]{1,64})$/u.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined) throw new Refusal(422, 'invalid', { fields: { cursor: 'malformed' } });
  return { time, id };
};

/** One page of what was paid with a card and what was declined, the newest first. */
export const cardOperationsPage = async (
  db: Db,
  card: CardRow,
  cursor?: string,
): Promise<{ items: CardOperation[]; next: string | null }> => {
  let asked = db
    .selectFrom('card_operations')
    .selectAll()
    .select(microseconds.as('time'))
    .where('card_id', '=', card.id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most + 1);
  if (cursor !== undefined && cursor !== '') {
    const { time, id } = readCursor(cursor);
    asked = asked.where(
      sql<boolean>`(at, id) < (timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond', ${id}::text)`,
    );
  }
  const rows = await asked.execute();
  const currencies = await readCurrencies(db);
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return {
    items: shown.map(({ id, at, merchant, currency, amount, status, reason }) => ({
      id,
      at,
      merchant,
      amount: { amount: written(amount, currencyOf(currencies, currency).scale), currency },
      status,
      ...(reason !== null && { reason }),
    })),
    next: rows.length > most && last ? Buffer.from(`${last.time}.${last.id}`).toString('base64url') : null,
  };
};
