import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import { hashToken, isToken, newToken } from '../auth/tokens.ts';
import type { Db } from '../db/db.ts';
import { hash } from '../market/noise.ts';
import type { CardCharge, IssuedCard, Order } from '../providers/provider.ts';
import { keyed, sandboxKey } from './keys.ts';

type Brand = IssuedCard['brand'];

/** How the numbers of each brand begin here: ranges that no bank gives out to people. */
const beginnings: Record<Brand, string> = { visa: '400000', mastercard: '555555', mir: '220000' };
/** Years that a card is good for. */
const years = 4;
/** Milliseconds that a card made of plastic is on its way. */
const onItsWay = 4_000;

/** The digit that makes the others a number of a card. */
const checkDigit = (digits: string): string => {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
};

const digitsOf = (key: string, what: 'number' | 'code', card: string, length: number): string =>
  [...keyed(key, 'issued', `${what} ${card}`)]
    .slice(0, length)
    .map((byte) => String(byte % 10))
    .join('');

/** What is printed on a card. Worked out from its id by the sandbox's secret: it is kept nowhere. */
interface Printed {
  number: string;
  code: string;
}

export const printedOn = async (db: Db, card: string, brand: Brand): Promise<Printed> => {
  const key = await sandboxKey(db);
  const digits = `${beginnings[brand]}${digitsOf(key, 'number', card, 9)}`;
  return { number: digits + checkDigit(digits), code: digitsOf(key, 'code', card, 3) };
};

const monthOf = (madeAt: string): string => `${Number(madeAt.slice(0, 4)) + years}${madeAt.slice(4, 7)}`;

/** Makes the card of an order; asked again it is the same one. */
export const makeCard = async (db: Db, { id, card }: Pick<Order, 'id' | 'card'>): Promise<IssuedCard> => {
  const brand = card?.brand ?? 'visa';
  await db
    .insertInto('sandbox_cards')
    .values({ id, brand })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await db.selectFrom('sandbox_cards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { number } = await printedOn(db, id, made.brand);
  return { brand: made.brand, last_four: number.slice(-4), expires: monthOf(made.made_at) };
};

export const hasCome = async (db: Db, card: string): Promise<boolean> => {
  const row = await db
    .selectFrom('sandbox_cards')
    .select(sql<boolean>`made_at < clock_timestamp() - ${onItsWay}::integer * interval '1 millisecond'`.as('come'))
    .where('id', '=', card)
    .executeTakeFirst();
  return row?.come ?? false;
};

/** A token for one look at a number; its hash is what is kept. Undefined for a card that was not made here. */
export const makeLook = async (db: Db, card: string): Promise<string | undefined> => {
  const made = await db.selectFrom('sandbox_cards').select('id').where('id', '=', card).executeTakeFirst();
  if (!made) return undefined;
  const token = newToken();
  await db
    .insertInto('sandbox_card_tokens')
    .values({
      hash: hashToken(token),
      card_id: card,
      expires_at: sql<string>`clock_timestamp() + ${added.lookLifetime}::integer * interval '1 millisecond'`,
    })
    .execute();
  return token;
};

/** What its page shows to whoever brings a token: once, in one conditional update. */
export const lookAt = async (db: Db, token: unknown): Promise<(Printed & { expires: string }) | undefined> => {
  if (typeof token !== 'string' || !isToken(token)) return undefined;
  const used = await db
    .updateTable('sandbox_card_tokens')
    .set({ used_at: sql<string>`clock_timestamp()` })
    .where('hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .returning('card_id')
    .executeTakeFirst();
  if (!used) return undefined;
  const card = await db
    .selectFrom('sandbox_cards')
    .selectAll()
    .where('id', '=', used.card_id)
    .executeTakeFirstOrThrow();
  return { ...(await printedOn(db, card.id, card.brand)), expires: monthOf(card.made_at) };
};

/** A payment of its own making: the id follows from what is paid, so that a repeated order is the same payment. */
export const chargeOf = ({ reference, ...charge }: Omit<CardCharge, 'id'> & { reference: string }): CardCharge => ({
  ...charge,
  id: `auth_${hash(`${charge.card} ${reference}`).toString(36)}_${reference}`.slice(0, 64),
});
