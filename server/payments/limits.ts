import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import type { CurrencyRow } from '../money/currencies.ts';
import { Big, written, type Decimal } from '../money/decimal.ts';
import type { KindName } from '../operations/kind.ts';
import { readMethods, type Method, type PaymentFlow } from './methods.ts';
import type { TransferTerms } from '../transfer/terms.ts';

/** In 24 hours so many times what is allowed at once. */
const timesADay = 3;
/** Orders that wait to be paid, of one account: a purchase keeps the house's reserve and its rate for as long as that. */
const mostUnpaid = { deposit: 5, purchase: 3 } as const;

/** Whose money, by which flow, in which currency. */
export interface Whose {
  account: string;
  kind: Extract<KindName, PaymentFlow | 'transfer'>;
  currency: CurrencyRow;
  /** An operation that is not counted. */
  except?: string | undefined;
}

/** Which operations `u` count toward a day: what goes or went through in the last 24 hours; what came to nothing does not. */
export const countsToday = `u.parent_id is null
  -- Nothing is confirmed so long after its check: this is what the index knows, of a time that is read once.
  and u.created_at > (select clock_timestamp() - interval '25 hours')
  and u.submitted_at > (select clock_timestamp() - interval '24 hours')
  and u.status in ('awaiting_payment', 'processing', 'completed')`;

const counted = (db: Db, { account, kind, currency, except = '' }: Whose) =>
  db
    .selectFrom('operations as u')
    .where('account_id', '=', account)
    .where('kind', '=', kind)
    .where('give_currency', '=', currency.code)
    .where('id', '<>', except)
    .where(sql.raw<boolean>(countsToday))
    // What the house itself put into a wallet came by no way.
    .where(sql<boolean>`(kind = 'transfer' or details->>'provider' is not null)`);

/** What of a day is used up, in the currency that is given. */
export const usedToday = async (db: Db, whose: Whose): Promise<Decimal> => {
  const { used } = await counted(db, whose)
    .select(sql<string>`coalesce(sum(give), 0)`.as('used'))
    .executeTakeFirstOrThrow();
  return new Big(used);
};

/** When so much of what is used up counts no more; undefined where less is used up. */
export const freedAt = async (db: Db, whose: Whose, amount: Decimal): Promise<string | undefined> => {
  const row = await db
    .selectFrom(
      counted(db, whose)
        .select(['submitted_at', sql<string>`sum(give) over (order by submitted_at, id)`.as('gone')])
        .as('oldest'),
    )
    .select(sql<string>`submitted_at + interval '24 hours'`.as('at'))
    .where('gone', '>=', amount.toFixed())
    .orderBy('gone')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
};

/** What is left of a day whose most follows from what is allowed `atOnce`; never less than nothing. */
export const leftToday = async (db: Db, whose: Whose, atOnce: string): Promise<Decimal> => {
  const left = mostToday(atOnce).minus(await usedToday(db, whose));
  return left.gt('0') ? left : new Big('0');
};

/** What may be given in one day where so much is allowed at once. */
export const mostToday = (atOnce: string): Decimal => new Big(atOnce).times(String(timesADay));

/** @throws Refusal 422 `above_day_maximum` for the field `amount`, `params.left` is what of the day is left. */
const fitsToday = async (db: Db, whose: Whose, atOnce: string, give: Decimal): Promise<void> => {
  const left = await leftToday(db, whose, atOnce);
  const { code, scale } = whose.currency;
  if (give.gt(left))
    throw new Refusal(422, 'above_day_maximum', {
      fields: { amount: 'above_day_maximum' },
      params: { left: written(left, scale), currency: code },
    });
};

/** The most that this account may pay at once by any way of the flow that takes or gives this currency; a pause of one changes nothing. */
export const mostAtOnce = async (db: Db, flow: PaymentFlow, account: string, currency: string): Promise<string> => {
  const methods = await readMethods(db, flow, account);
  return methods
    .filter(({ row, allowed }) => row.give_currency === currency && allowed)
    .reduce((most, { maximum }) => (new Big(maximum).gt(most) ? maximum : most), '0');
};

/**
 * Whether one account may pay as much by this way today.
 * @throws Refusal 422 `above_day_maximum` for the field `amount`, with `params.left`; 409 `too_many_unpaid` with
 * `params.most`.
 */
export const withinLimits = async (
  db: Db,
  account: string,
  { row: { flow }, give: currency }: Method,
  give: Decimal,
): Promise<void> => {
  await fitsToday(db, { account, kind: flow, currency }, await mostAtOnce(db, flow, account, currency.code), give);
  if (flow === 'withdraw') return;
  const { unpaid } = await db
    .selectFrom('operations')
    .select((eb) => eb.fn.countAll<string>().as('unpaid'))
    .where('account_id', '=', account)
    .where('kind', '=', flow)
    .where('status', '=', 'awaiting_payment')
    .executeTakeFirstOrThrow();
  if (Number(unpaid) >= mostUnpaid[flow])
    throw new Refusal(409, 'too_many_unpaid', { params: { most: mostUnpaid[flow] } });
};

/** As `withinLimits`, of a transfer. */
export const transferWithinLimits = (
  db: Db,
  account: string,
  { give: currency, maximum }: TransferTerms,
  give: Decimal,
): Promise<void> => fitsToday(db, { account, kind: 'transfer', currency }, maximum, give);

/**
 * From here to the end of the transaction nothing else of this account is counted. After the operation's own lock, before
 * those of money.
 */
export const lockLimits = async (db: Db, account: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`limits ${account}`}, 0))`.execute(db);
};
