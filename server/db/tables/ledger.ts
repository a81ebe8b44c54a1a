import type { ColumnType, Generated } from 'kysely';
import type { Card, CardLimits } from '../../../contract/card.ts';
import type { Fact, Operation, OperationStatus, Payment } from '../../../contract/operation.ts';
import type { Network } from '../../../contract/payment.ts';
import type { BonusEvent } from '../../../contract/referral.ts';
import type { Reason } from '../../operations/reasons.ts';
import type { ProviderName } from '../../providers/provider.ts';
import type { Id, Time, TimeWithDefault } from './ground.ts';

type Filled<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Moves by triggers only. */
type Follows = ColumnType<string, never, never>;

/**
 * What a check has found out. `method` is a payment method's id, `values` what was sent for its fields, `facts` what the
 * review and the receipt say of them; `received_facts` is what the other person reads instead. `recipient` is whom it went
 * to, as the next one is compared with it; `seconds` how long it should take.
 */
export interface Details {
  method?: string;
  values?: Record<string, string>;
  facts?: Fact[];
  received_facts?: Fact[];
  provider?: ProviderName;
  recipient?: { target: string; name: string };
  seconds?: number;
  /** What the way took then: percent, at least so much. */
  fee?: { percent: string; minimum: string };
  warnings?: NonNullable<Operation['warnings']>;
  /**
   * The card that is ordered: `delivery` in days, `cancel` for how many seconds after the confirm it can be taken back,
   * `limits` the highest it may have.
   */
  card?: {
    offer: string;
    kind: Card['kind'];
    brand: Card['brand'];
    delivery?: { from: number; to: number };
    cancel: number;
    limits: CardLimits;
  };
  /** What an invited person did that earned it, by their masked name. */
  bonus?: { event: BonusEvent; name: string };
  /** The card by which it was paid. */
  paid_by?: string;
}

type KeptPayment = Omit<Payment, 'until'>;

export type HouseAccount = 'exchange' | 'fees' | 'outside' | 'bonuses';

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
    /** The fresh check that was offered when the terms had changed, or what became of money that came otherwise. */
    replaced_by: Filled<string>;
    /** The operation that this one is a line of. */
    parent_id: Filled<string>;
    /** Who gets it, where that is another person. */
    counterparty_id: Filled<string>;
    /** Written by the check, frozen from then on. */
    details: ColumnType<Details, string | undefined, never>;
    /** How it is paid: all of the contract's payment but its end. */
    payment: ColumnType<KeptPayment | null, string | null | undefined, string | null>;
    payment_until: Filled<string>;
    /** Where its status is asked for, when that is no path of its id. */
    status_path: Filled<string>;
    /** When its provider was asked for the first time: from then on it cannot be taken back. */
    placed_at: Filled<string>;
    /** Until when a question to its provider may be on its way. */
    asked_until: Filled<string>;
    /** Who of the house decides about it, and since when: nobody asks its provider meanwhile. Of one that is over, who did. */
    taken_by: Filled<string>;
    taken_at: Filled<string>;
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
  payment_methods: {
    id: string;
    flow: 'deposit' | 'withdraw' | 'purchase';
    system: 'card' | 'bank' | 'crypto';
    name_ru: string;
    name_en: string;
    logo: string;
    give_currency: string;
    get_currency: string;
    network: Network | null;
    /** How a bank is told who gets the money; null: by an IBAN. */
    sent_by: 'phone' | 'wire' | null;
    percent: string;
    fee_minimum: string;
    minimum: string;
    maximum: string;
    /** Null: for verified people only. */
    maximum_unverified: string | null;
    minutes_from: number;
    minutes_to: number;
    enabled: Generated<boolean>;
    version: Generated<number>;
    position: number;
  };
  transfer_terms: {
    currency: string;
    percent: string;
    fee_minimum: string;
    minimum: string;
    maximum: string;
    maximum_unverified: string;
    version: Generated<number>;
  };
  recipients: {
    id: Id;
    account_id: string;
    method: string;
    /** What tells one from another, as it is compared. */
    target: string;
    name: string;
    values: ColumnType<Record<string, string>, string, string>;
    used_at: TimeWithDefault;
  };
  second_steps: {
    operation_id: string;
    account_id: string;
    code_hash: Buffer;
    salt: Buffer;
    tries: Generated<number>;
    letters: Generated<number>;
    sent_at: TimeWithDefault;
    made_at: TimeWithDefault;
  };
  notifications: {
    id: string;
    account_id: string;
    kind: string;
    params: ColumnType<Record<string, string>, string | undefined, string>;
    created_at: TimeWithDefault;
    closed_at: Filled<string>;
  };
  sandbox_orders: { id: string; asked: number };
  sandbox: { key: string; value: ColumnType<unknown, string, string> };
}
