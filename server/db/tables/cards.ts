import type { ColumnType, Generated } from 'kysely';
import type { Card, CardKind, CardOffer, CardOperation } from '../../../contract/card.ts';
import type { Id, Time, TimeWithDefault } from './ground.ts';

type Filled<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Cards and the sandbox's issuer. Amounts are decimal strings in the card's currency. */
export interface CardTables {
  card_offers: {
    id: string;
    kind: CardKind;
    brand: CardOffer['brand'];
    currency: string;
    price: string;
    limit_once: string;
    limit_day: string;
    /** Days from the confirm; null for what is not sent. */
    delivery_from: number | null;
    delivery_to: number | null;
    verified_only: boolean;
    enabled: Generated<boolean>;
    version: Generated<number>;
    position: number;
  };
  cards: {
    /** That of its order. */
    id: string;
    account_id: string;
    kind: CardKind;
    brand: Card['brand'];
    currency: string;
    status: ColumnType<Card['status'], Card['status'] | undefined, Card['status']>;
    /** Both are there once it was made. */
    last_four: Filled<string>;
    expires: Filled<string>;
    limit_once: string;
    limit_day: string;
    highest_once: string;
    highest_day: string;
    delivery_from: number | null;
    delivery_to: number | null;
    ordered_at: TimeWithDefault;
  };
  card_operations: {
    /** Its issuer's. */
    id: string;
    card_id: string;
    account_id: string;
    at: TimeWithDefault;
    merchant: string;
    currency: string;
    amount: string;
    status: CardOperation['status'];
    reason: Filled<NonNullable<CardOperation['reason']>>;
    /** By which the money left the wallet. */
    operation_id: Filled<string>;
  };
  card_reveals: {
    id: Id;
    card_id: string;
    account_id: string;
    code_hash: Buffer;
    salt: Buffer;
    tries: Generated<number>;
    asked_at: TimeWithDefault;
    expires_at: Time;
    used_at: Filled<string>;
    voided_at: Filled<string>;
  };
  sandbox_cards: { id: string; brand: Card['brand']; made_at: TimeWithDefault };
  sandbox_card_tokens: { hash: Buffer; card_id: string; expires_at: Time; used_at: Filled<string> };
}
