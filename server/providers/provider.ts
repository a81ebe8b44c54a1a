import type { CardToken } from '../../contract/card-token.ts';
import type { Card as OwnCard, CardKind, CardOperation } from '../../contract/card.ts';
import type { Payment } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import type { Reason } from '../operations/reasons.ts';
import type { PaymentNews } from './news.ts';

/** Who executes orders: the exchange, and the ways in which money comes and goes. */
export const providerNames = ['exchange', 'bank', 'card', 'bitcoin', 'ethereum', 'ton', 'issuer', 'house'] as const;
export type ProviderName = (typeof providerNames)[number];

/** A payment as its provider calls it: by the id of its news of it, and the order that it was paid for. */
export type AskedPayment = Pick<PaymentNews, 'id' | 'order'>;

/** An order as its provider sees it. The id is ours: the same id is the same order, however often it is asked for. */
export interface Order {
  id: string;
  /** Whom it was given to. */
  provider: ProviderName;
  /** Number of the account that it is for. */
  account: string;
  /** What is to arrive. */
  currency: string;
  amount: string;
  /** Of money that came, which payment it is: the provider is asked whether it is sure of that one. */
  payment?: AskedPayment;
  /** Where it goes: the fields of the form, by name. */
  values: Record<string, string>;
  /** The card that is to be made, where it is one. */
  card?: { kind: CardKind; brand: IssuedCard['brand'] };
  /** Milliseconds since it was submitted, by the database's clock. */
  age: number;
}

/** An order that was asked about has been paid, if it had to be: it is never said of it that no money was taken. */
export interface Refused {
  kind: 'refused';
  reason: Exclude<Reason, 'payment_declined'>;
}

/** What became of an order, for good; of a card, what is printed on it that we may know. */
export type Outcome = { kind: 'done'; card?: IssuedCard } | Refused;

/** `pending`: nothing yet, ask again after so many milliseconds. */
export type ProviderAnswer = Outcome | { kind: 'pending'; again: number };

/** What is to be paid to us. The id is that of our operation, and `back` our page, where the browser goes after theirs. */
export interface PayOrder {
  id: string;
  provider: Exclude<ProviderName, 'exchange' | 'issuer' | 'house'>;
  /** Number of the account that it is for. */
  account: string;
  currency: string;
  amount: string;
  /** RFC 3339. */
  until: string;
  back: string;
  locale: 'ru' | 'en';
  payee: string;
}

/** How an order is paid. */
export type Instruction = Omit<Payment, 'until'>;

/** Takes payments for us. What it writes, it writes into the transaction that it is given. */
export interface Payments {
  /** Places an order. In the transaction of the confirm. */
  order(db: Db, order: PayOrder): Promise<Instruction>;
  /**
   * Takes an order back: from then on it is not paid. In the transaction that takes the operation back.
   * @returns false when it has been paid, and we have not heard of it.
   */
  close(db: Db, id: string): Promise<boolean>;
  /** What it says when it is asked of one order, or of all, and has not been `heard` yet, the oldest first. */
  news(order?: string): AsyncIterable<PaymentNews>;
  /** One piece of news, by its id, need not be said again. */
  heard(id: string): Promise<void>;
  /** Where it says so unasked, and whether it was that one who did. */
  callback: { path: `/provider/${string}`; isSigned(body: string, headers: Headers): Promise<boolean> };
}

/** What the tokeniser tells of a card: the same `fingerprint` is the same card. The number stays there. */
export interface Card extends Omit<CardToken, 'token'> {
  fingerprint: string;
}

/** Knows cards by tokens, so that we need not. */
export interface Cards {
  /** The card behind a token; undefined for one that this tokeniser has not made. */
  card(db: Db, token: string): Promise<Card | undefined>;
  /** The address at which a form of ours asks for a card, as `page` shows it; undefined where nobody is asked. */
  frame(page: string, locale: 'ru' | 'en'): string | undefined;
}

/** What we know of a card that was made. `expires` is a month, `2029-11`. */
export interface IssuedCard {
  brand: OwnCard['brand'];
  last_four: string;
  expires: string;
}

/** Makes cards, and shows their numbers to their owners. No number ever comes to us. */
export interface Issuer {
  /** A token for one look at the number of a card, good for a minute; undefined for one that it has not made. */
  look(db: Db, card: string): Promise<string | undefined>;
  /** The address of its page that shows the number in `page` to whoever brings a token; undefined where there is none. */
  frame(page: string, locale: 'ru' | 'en'): string | undefined;
  /** Whether a card that was sent has come. */
  hasCome(db: Db, card: string): Promise<boolean>;
}

/** Something is to be paid with a card. The id is the issuer's: the same id is the same payment, however often it is asked. */
export interface CardCharge {
  id: string;
  card: string;
  merchant: string;
  currency: string;
  amount: string;
  /** The issuer declines it itself, and says why. */
  declined?: NonNullable<CardOperation['reason']>;
}

/** Whoever stands between us and the world outside: everything that we ask of it, whoever it is. */
export interface Provider {
  /**
   * Executes an order: places it at the first time and asks for it ever after; what it throws, and no answer at all,
   * mean that nobody knows. A provider may also say an outcome unasked, late and more than once: by `deliver`, which its
   * maker is given.
   */
  ask(order: Order, signal: AbortSignal): Promise<ProviderAnswer>;
  /** Absent where nothing is paid to us. */
  payments?: Payments;
  /** Absent where no card is paid out to. */
  cards?: Cards;
  /** Absent where no card is made. */
  issuer?: Issuer;
}

/** One provider a name, of those whom this process knows. */
export type Providers = Partial<Record<ProviderName, Provider>>;

export type Deliver = (orderId: string, outcome: Outcome) => Promise<void>;
