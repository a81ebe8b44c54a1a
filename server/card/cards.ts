import { sql, type Selectable } from 'kysely';
import type { Card } from '../../contract/card.ts';
import type { Db } from '../db/db.ts';
import type { CardTables } from '../db/tables/cards.ts';
import { Refusal } from '../http/refusal.ts';
import { isOperationId } from '../ledger/ids.ts';
import { currencyEntity, currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { deliveryOf } from './offers.ts';
import { isOver } from './over.ts';

export type CardRow = Selectable<CardTables['cards']>;

/** Cards of an account and orders under way, the newest first. */
export const readCards = async (db: Db, accountId: string): Promise<CardRow[]> =>
  await db
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('ordered_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** The account's own card; undefined for one that is not there, or somebody else's. */
export const findCard = async (db: Db, accountId: string, id: string): Promise<CardRow | undefined> =>
  isOperationId(id)
    ? await db
        .selectFrom('cards')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
    : undefined;

/** @throws Refusal 404 for one that is not there, or somebody else's. */
export const ownCard = async (db: Db, accountId: string, id: string): Promise<CardRow> => {
  const row = await findCard(db, accountId, id);
  if (!row) throw new Refusal(404, 'not_found');
  return row;
};

/**
 * The account's own card that was made, locked until the transaction ends.
 * @throws Refusal 404, 409 `conflict` before that, and once its month is over.
 */
export const lockCard = async (db: Db, accountId: string, id: string): Promise<CardRow> => {
  const locked = await db
    .selectFrom('cards')
    .select(isOver.as('over'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
  const row = await ownCard(db, accountId, id);
  if (row.status === 'ordered' || locked?.over) throw new Refusal(409, 'conflict');
  return row;
};

/** What was paid with each of these cards in the last 24 hours. */
export const spentWith = async (db: Db, ids: string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('card_operations')
    .select(['card_id', sql<string>`sum(amount)`.as('spent')])
    .where('card_id', 'in', ids)
    .where('status', '=', 'approved')
    .where('at', '>', sql<string>`clock_timestamp() - interval '24 hours'`)
    .groupBy('card_id')
    .execute();
  return new Map(rows.map(({ card_id: id, spent }) => [id, spent]));
};

/** Which of these cards are past their month. */
const overOf = async (db: Db, ids: string[]): Promise<Set<string>> => {
  const rows = await db.selectFrom('cards').select('id').where('id', 'in', ids).where(isOver).execute();
  return new Set(rows.map(({ id }) => id));
};

const dayAfter = (moment: string, days: number): string =>
  new Date(Date.parse(moment) + days * 86_400_000).toISOString().slice(0, 10);

/** As the contract says them, in the same order. */
export const cardEntities = async (db: Db, rows: CardRow[], locale: 'ru' | 'en'): Promise<Card[]> => {
  const [first] = rows;
  if (!first) return [];
  const currencies = await readCurrencies(db);
  const ids = rows.map(({ id }) => id);
  const spent = await spentWith(db, ids);
  const over = await overOf(db, ids);
  const wallets = await db
    .selectFrom('wallets')
    .select(['currency', 'available'])
    .where('account_id', '=', first.account_id)
    .execute();
  const available = new Map(wallets.map((wallet) => [wallet.currency, wallet.available]));
  return rows.map((row) => {
    const currency = currencyOf(currencies, row.currency);
    const amount = (value: string) => written(value, currency.scale);
    const status = over.has(row.id) ? 'expired' : row.status;
    const delivery = status === 'ordered' || status === 'sent' ? deliveryOf(row) : undefined;
    return {
      id: row.id,
      kind: row.kind,
      brand: row.brand,
      currency: currencyEntity(currency, locale),
      status,
      ...(row.last_four !== null && { last_four: row.last_four }),
      ...(row.expires !== null && { expires: row.expires }),
      limits: { once: amount(row.limit_once), day: amount(row.limit_day) },
      highest: { once: amount(row.highest_once), day: amount(row.highest_day) },
      spent: amount(spent.get(row.id) ?? '0'),
      available: amount(available.get(row.currency) ?? '0'),
      ordered_at: row.ordered_at,
      ...(delivery && {
        arrives: { from: dayAfter(row.ordered_at, delivery.from), to: dayAfter(row.ordered_at, delivery.to) },
      }),
    };
  });
};

export const cardEntity = async (db: Db, row: CardRow, locale: 'ru' | 'en'): Promise<Card> => {
  const [entity] = await cardEntities(db, [row], locale);
  if (!entity) throw new Error(`card ${row.id} has no entity`);
  return entity;
};
