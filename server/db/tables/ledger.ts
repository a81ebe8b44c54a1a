import type { ColumnType, Generated } from 'kysely';
import type { Operation, OperationStatus } from '../../../contract/operation.ts';
import type { Reason } from '../../operations/reasons.ts';
import type { Id, Time, TimeWithDefault } from './ground.ts';

type Filled<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Moves by triggers only. */
type Follows = ColumnType<string, never, never>;

export type HouseAccount = 'exchange' | 'fees' | 'outside';

/** Tables of the ledger, the market and the operations. Amounts are decimal strings. */
export interface LedgerTables {
  currencies: {
    code: string;
    name_ru: string;
    name_en: string;
    logo: string;
    scale: number;
    kind: 'fiat' | 'crypto';
    position: number;
  };
  wallets: { id: Id; account_id: string; currency: string; number: string; available: Follows; held: Follows };
  operations: {
    id: string;
    /** Null for the house's own, kind `treasury`. */
    account_id: string | null;
    kind: Operation['kind'] | 'treasury';
    status: ColumnType<OperationStatus, OperationStatus | undefined, OperationStatus>;
    /** Key of the words behind `operation.reason.`. */
    reason: Filled<Reason>;
    give_currency: string;
    give: string;
    get_currency: string;
    get: string;
    fee: string;
    rate: string;
    asked_side: 'give' | 'get';
    asked_amount: string;
    /** Version of the fee table that the terms were made from. */
    terms_version: number;
    created_at: TimeWithDefault;
    expires_at: Time;
    /** When it took its status: the time that the timeline keeps. */
    changed_at: TimeWithDefault;
    submitted_at: Filled<string>;
    expected_by: Filled<string>;
    /** The fresh check that was offered when the terms had changed. */
    replaced_by: Filled<string>;
  };
  operation_timeline: { id: Id; operation_id: string; status: OperationStatus; reason: Reason | null; at: Time };
  movements: {
    id: Id;
    operation_id: string;
    kind: 'hold' | 'settle' | 'release';
    step: ColumnType<'hold' | 'outcome', never, never>;
    transaction: ColumnType<string, never, never>;
    at: TimeWithDefault;
  };
  postings: {
    id: Id;
    movement_id: string;
    wallet_id: Filled<string>;
    part: Filled<'available' | 'held'>;
    house: Filled<HouseAccount>;
    currency: string;
    amount: string;
    note: string;
  };
  jobs: { operation_id: string; run_at: TimeWithDefault; tries: Generated<number> };
  exchange_pairs: {
    src: string;
    dst: string;
    /** Raised by a trigger at every change. */
    version: Generated<number>;
    percent: string;
    fee_minimum: string;
    minimum: string;
    maximum: string;
    enabled: Generated<boolean>;
  };
  sandbox_orders: { id: string; asked: number };
  sandbox: { key: string; value: ColumnType<unknown, string, string> };
}
