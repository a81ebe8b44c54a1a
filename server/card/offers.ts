import type { Selectable } from 'kysely';
import type { CardOffer } from '../../contract/card.ts';
import type { House, SignedInCtx } from '../area.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { CardTables } from '../db/tables/cards.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyEntity, currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { levelOf } from '../payments/methods.ts';
import { heardBySandbox } from '../providers/sandbox-settings.ts';
import { isOver } from './over.ts';

/** Cards of one account, those that are ordered among them; expired ones are none. */
export const mostCards = 5;
/** For how many milliseconds a confirmed order can be taken back: nobody makes a card sooner. In the sandbox it is seconds. */
const pause = { real: 30 * 60_000, sandbox: 5_000 };

/** A card that can be ordered, as far as one account may: `closed` says why it may not. */
export interface Offer {
  row: Selectable<CardTables['card_offers']>;
  currency: CurrencyRow;
  cancel: number;
  closed?: NonNullable<CardOffer['closed']>;
}

/** How long an order of the account can be taken back, in milliseconds. */
export const pauseOf = async (db: Db, { providers }: Pick<Config, 'providers'>, number: string): Promise<number> =>
  providers === 'sandbox' ? ((await heardBySandbox(db, 'provider', number))?.pause_ms ?? pause.sandbox) : pause.real;

export const countCards = async (db: Db, accountId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('cards')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where(({ not }) => not(isOver))
    .executeTakeFirstOrThrow();
  return Number(count);
};

const whyClosed = (
  row: Offer['row'],
  house: Pick<House, 'providers'>,
  level: 0 | 1,
  cards: number,
): Offer['closed'] => {
  if (!row.enabled || !house.providers.issuer?.issuer) return 'paused';
  if (row.verified_only && level === 0) return 'unverified';
  return cards >= mostCards ? 'enough' : undefined;
};

/** Everything on offer, in its order. */
export const readOffers = async ({
  db,
  house,
  account,
}: Pick<SignedInCtx, 'db' | 'house' | 'account'>): Promise<Offer[]> => {
  const rows = await db.selectFrom('card_offers').selectAll().orderBy('position').execute();
  const currencies = await readCurrencies(db);
  const level = await levelOf(db, account.id);
  const cards = await countCards(db, account.id);
  const cancel = Math.ceil((await pauseOf(db, house.config, account.number)) / 1000);
  return rows.map((row) => {
    const closed = whyClosed(row, house, level, cards);
    return { row, currency: currencyOf(currencies, row.currency), cancel, ...(closed && { closed }) };
  });
};

/** One by its id, closed or not. @throws Refusal 404. */
export const findOffer = async (ctx: Pick<SignedInCtx, 'db' | 'house' | 'account'>, id: string): Promise<Offer> => {
  const offer = (await readOffers(ctx)).find(({ row }) => row.id === id);
  if (!offer) throw new Refusal(404, 'not_found');
  return offer;
};

const refusals = {
  paused: () => new Refusal(409, 'method_unavailable'),
  unverified: () => new Refusal(422, 'needs_verification'),
  enough: () => new Refusal(409, 'too_many_cards', { params: { most: mostCards } }),
};

/** The card that was chosen. @throws Refusal 404, 409 `method_unavailable` and `too_many_cards`, 422 `needs_verification`. */
export const openOffer = async (ctx: Pick<SignedInCtx, 'db' | 'house' | 'account'>, id: string): Promise<Offer> => {
  const offer = await findOffer(ctx, id);
  if (offer.closed) throw refusals[offer.closed]();
  return offer;
};

/** Days from the confirm; undefined for what is not sent. */
export const deliveryOf = ({
  delivery_from: from,
  delivery_to: to,
}: Pick<Offer['row'], 'delivery_from' | 'delivery_to'>): { from: number; to: number } | undefined =>
  from === null || to === null ? undefined : { from, to };

/** As the contract says it. */
export const offerEntity = ({ row, currency, cancel, closed }: Offer, locale: 'ru' | 'en'): CardOffer => {
  const delivery = deliveryOf(row);
  return {
    id: row.id,
    kind: row.kind,
    brand: row.brand,
    currency: currencyEntity(currency, locale),
    price: { amount: written(row.price, currency.scale), currency: currency.code },
    limits: { once: written(row.limit_once, currency.scale), day: written(row.limit_day, currency.scale) },
    ...(delivery && { delivery }),
    cancel,
    ...(closed && { closed }),
  };
};
