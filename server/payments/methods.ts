import type { Selectable } from 'kysely';
import type { PaymentMethod } from '../../contract/payment.ts';
import type { House, SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import type { LedgerTables } from '../db/tables/ledger.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyEntity, currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import type { ProviderName } from '../providers/provider.ts';
import { plain, written } from '../money/decimal.ts';

type MethodRow = Selectable<LedgerTables['payment_methods']>;
export type PaymentFlow = MethodRow['flow'];

/** A way in or out, as far as one account may go: `closed` says why it may not at all. */
export interface Method {
  row: MethodRow;
  give: CurrencyRow;
  get: CurrencyRow;
  maximum: string;
  /** Whether what is known of the account lets it go by this way, be it paused or not. */
  allowed: boolean;
  closed?: NonNullable<PaymentMethod['closed']>;
}

/** How far the account's papers have been looked at. */
export const levelOf = async (db: Db, accountId: string): Promise<0 | 1> => {
  const row = await db
    .selectFrom('accounts')
    .select('verification_level')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.verification_level;
};

const methodFor = (row: MethodRow, level: 0 | 1, currencies: Map<string, CurrencyRow>): Method => {
  const allowed = level > 0 || row.maximum_unverified !== null;
  return {
    row,
    give: currencyOf(currencies, row.give_currency),
    get: currencyOf(currencies, row.get_currency),
    maximum: (level === 0 ? row.maximum_unverified : null) ?? row.maximum,
    allowed,
    ...(row.enabled ? !allowed && { closed: 'unverified' as const } : { closed: 'paused' as const }),
  };
};

/** The ways of a flow, in their order. */
export const readMethods = async (db: Db, flow: PaymentFlow, accountId: string): Promise<Method[]> => {
  const rows = await db
    .selectFrom('payment_methods')
    .selectAll()
    .where('flow', '=', flow)
    .orderBy('position')
    .execute();
  const currencies = await readCurrencies(db);
  const level = await levelOf(db, accountId);
  return rows.map((row) => methodFor(row, level, currencies));
};

/** One way by its id, closed or not; undefined for one that the flow does not have. */
export const findMethod = async (
  db: Db,
  flow: PaymentFlow,
  accountId: string,
  id: string,
): Promise<Method | undefined> => (await readMethods(db, flow, accountId)).find(({ row }) => row.id === id);

/** Without its provider nobody takes or sends money by a way. */
const isNobodyThere = ({ providers }: Pick<House, 'providers'>, method: Method): boolean =>
  providers[providerOf(method)] === undefined;

/** The way that was chosen. @throws Refusal 409 `method_unavailable`, 422 `needs_verification`, each for the field `method`. */
export const openMethod = async (
  { house, db }: { house: Pick<House, 'providers'>; db: Db },
  flow: PaymentFlow,
  accountId: string,
  id: string,
): Promise<Method> => {
  const method = await findMethod(db, flow, accountId, id);
  if (!method || method.closed === 'paused' || isNobodyThere(house, method))
    throw new Refusal(409, 'method_unavailable', { fields: { method: 'method_unavailable' } });
  if (method.closed === 'unverified')
    throw new Refusal(422, 'needs_verification', { fields: { method: 'needs_verification' } });
  return method;
};

/** Who executes what goes by this way. */
export const providerOf = ({ row }: Pick<Method, 'row'>): ProviderName =>
  row.system === 'crypto' ? (row.network ?? 'bank') : row.system;

export const methodName = ({ row }: Pick<Method, 'row'>, locale: 'ru' | 'en'): string =>
  locale === 'ru' ? row.name_ru : row.name_en;

/** As the contract says it. */
export const methodEntity = (
  method: Method,
  { locale, house }: Pick<SignedInCtx, 'locale' | 'house'>,
): PaymentMethod => {
  const { row, give, get } = method;
  const closed = isNobodyThere(house, method) ? 'paused' : method.closed;
  const amount = (value: string) => written(value, give.scale);
  return {
    id: row.id,
    name: methodName(method, locale),
    logo: row.logo,
    system: row.system,
    give: currencyEntity(give, locale),
    get: currencyEntity(get, locale),
    minimum: amount(row.minimum),
    maximum: amount(method.maximum),
    fee: { percent: plain(row.percent), minimum: amount(row.fee_minimum) },
    minutes: { from: row.minutes_from, to: row.minutes_to },
    ...(row.network !== null && { network: row.network }),
    needs_verification: row.maximum_unverified === null,
    ...(closed && { closed }),
    form_path: `/${row.flow}/form/${row.id}`,
  };
};
