import type { ColumnType, Generated } from 'kysely';
import type { PaymentNews } from '../../providers/news.ts';
import type { ProviderName } from '../../providers/provider.ts';
import type { TimeWithDefault } from './ground.ts';

type Never<T> = ColumnType<T, T, never>;

/** What was paid from outside, as we heard it, and the sandbox that plays the outside. Amounts are decimal strings. */
export interface PaymentTables {
  payment_receipts: {
    provider: ProviderName;
    /** The provider's own name of its message. */
    id: string;
    operation_id: string;
    status: PaymentNews['status'];
    currency: string;
    amount: string;
    paid_at: string;
    heard_at: TimeWithDefault;
    became: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** Money that a provider took for no order that it can be paid for, or in an amount that no currency has, as it said so; who of the house looked after it. */
  refused_payments: {
    provider: Never<ProviderName>;
    id: Never<string>;
    for_order: Never<string>;
    currency: Never<string>;
    amount: Never<string>;
    /** Code of the refusal. */
    reason: Never<string>;
    paid_at: Never<string>;
    heard_at: TimeWithDefault;
    done_by: ColumnType<string | null, undefined, string>;
    done_at: ColumnType<string | null, undefined, string>;
  };
  /** What a provider said of a payment for no order that it can be paid for, where no money came. */
  refused_news: {
    provider: Never<ProviderName>;
    id: Never<string>;
    status: Never<Exclude<PaymentNews['status'], 'received'>>;
    heard_at: TimeWithDefault;
  };
  /** Deposits that were ended for their money to go back: who of the house sends it; a reference and a time once it left. */
  returned_deposits: {
    operation_id: Never<string>;
    ended_at: TimeWithDefault;
    taken_by: ColumnType<string | null, undefined, string | null>;
    taken_at: ColumnType<string | null, undefined, string | null>;
    reference: ColumnType<string | null, undefined, string>;
    sent_at: ColumnType<string | null, undefined, string>;
  };
  /** What was put into fields of kind file, by their names. Gone with an operation that ends before it was confirmed. */
  operation_files: {
    operation_id: string;
    account_id: string;
    field: string;
    name: string;
    media: 'application/pdf' | 'image/jpeg' | 'image/png';
    content: Buffer;
    made_at: TimeWithDefault;
  };
  sandbox_pay_orders: {
    operation_id: Never<string>;
    /** Names the order on the pay page. */
    token: string;
    /** Address or bank reference; null where it is paid on the pay page. */
    target: string | null;
    provider: ProviderName;
    /** Number of the account. */
    account: string;
    currency: string;
    amount: string;
    until: string;
    /** Address of our page that the browser goes back to. */
    back: string;
    locale: 'ru' | 'en';
    /** When it was taken back: whoever comes to its pay page is told so. */
    closed_at: ColumnType<string | null, undefined, string>;
  };
  sandbox_payments: {
    id: string;
    operation_id: string;
    status: PaymentNews['status'];
    currency: string;
    amount: string;
    at: TimeWithDefault;
    /** We were told, or have asked. */
    heard: Generated<boolean>;
  };
  sandbox_keys: { name: string; value: string };
}
