import type { ColumnType, Generated } from 'kysely';
import type { LocaleCode } from '../../../contract/entities.ts';

/** int8 and timestamptz leave the driver as strings; a time is RFC 3339 in UTC with up to six digits of a second. */
export type Id = Generated<string>;
export type Time = ColumnType<string, string, string>;
export type TimeWithDefault = ColumnType<string, string | undefined, string>;

/** What a person is told of one of their sign-ins. */
interface SignIn {
  /** By which they end it. */
  handle: string;
  device: Generated<string>;
  /** Its network. */
  place: Generated<string>;
  /** Right to five minutes. */
  seen_at: TimeWithDefault;
}

export interface GroundTables {
  accounts: {
    id: Id;
    /** What people see and copy: eight digits, the last one checks the others. */
    number: string;
    /** As typed at first, lower case. */
    email: string;
    /** Of that address, however it is spelled; written with it. */
    letter_box: ColumnType<string, never, never>;
    /** The language that the person chose; null: whatever the browser shows. */
    locale: LocaleCode | null;
    /** The one in which somebody was last let in; null: nobody since it is noted. For letters alone. */
    shown_locale: ColumnType<LocaleCode | null, LocaleCode | null | undefined, LocaleCode | null>;
    need_set_password: Generated<boolean>;
    demo: Generated<boolean>;
    /** 1 for people whose papers were looked at. */
    verification_level: ColumnType<0 | 1, 0 | 1 | undefined, 0 | 1>;
    /** Raised by `raise` in the transaction of every change. */
    rev: Generated<string>;
    /** Scanned key to the revision of its last change. */
    key_revs: ColumnType<Record<string, number>, string | undefined, string>;
    created_at: TimeWithDefault;
    /** Since when the house lets nothing out of it, and nobody in. */
    stopped_at: ColumnType<string | null, never, string | null>;
  };
  credentials: {
    account_id: string;
    /** `argon2id$v=19$m=…,t=…,p=…$salt$hash`, base64url. */
    password: string;
    changed_at: TimeWithDefault;
  };
  sessions: SignIn & {
    id: Id;
    token_hash: Buffer;
    account_id: string;
    /** Absent when the person did not ask to be remembered. */
    family_id: string | null;
    created_at: TimeWithDefault;
    expires_at: Time;
    /** Of a token that its browser has had replaced: the session to which it leads until it ends. */
    replaced_by: ColumnType<string | null, string | undefined, never>;
  };
  remember_families: SignIn & {
    id: Id;
    account_id: string;
    created_at: TimeWithDefault;
    ended_at: ColumnType<string | null, string | undefined, string>;
  };
  remember_tokens: {
    id: Id;
    family_id: string;
    token_hash: Buffer;
    expires_at: Time;
    replaced_at: ColumnType<string | null, string | undefined, string>;
    /** When a browser first showed it. */
    used_at: ColumnType<string | null, string | undefined, string>;
  };
  sign_in_requests: {
    id: Id;
    email: string;
    browser_hash: Buffer;
    link_hash: Buffer;
    /** HMAC of the code, keyed by the request's own salt. */
    code_hash: Buffer;
    salt: Buffer;
    /** The code sealed by the link's token: only who holds the link can read it. */
    sealed_code: Buffer;
    /** Hash of the password that a new account is to have; wiped when the request is used or void. */
    password: ColumnType<string | null, string | undefined, string | null>;
    /** Of `telegram_requests`: whom it holds is tied to the account, while it is there. */
    telegram_request: ColumnType<string | null, string | undefined, string>;
    /** Whoever asked has an account: its code makes none. */
    known: Generated<boolean>;
    /** Whose invitation its browser had opened. */
    referrer_id: ColumnType<string | null, string | null | undefined, never>;
    tries: Generated<number>;
    /** Sent so far, each with a code that voids the one before. */
    letters: Generated<number>;
    device: string;
    place: string;
    requested_at: TimeWithDefault;
    expires_at: Time;
    used_at: ColumnType<string | null, string | undefined, string>;
    voided_at: ColumnType<string | null, string | undefined, string>;
  };
  password_resets: {
    id: Id;
    email: string;
    /** Null: nobody has this address. */
    account_id: string | null;
    token_hash: Buffer;
    place: string;
    requested_at: TimeWithDefault;
    expires_at: Time;
    used_at: ColumnType<string | null, string | undefined, string>;
    voided_at: ColumnType<string | null, string | undefined, string>;
  };
  puzzles: {
    id: Id;
    /** What the page calls it by. */
    name: string;
    browser_hash: Buffer;
    /** Where the piece belongs, in pixels, sealed by the token of the browser. */
    sealed_place: Buffer;
    tries: Generated<number>;
    requested_at: TimeWithDefault;
    expires_at: Time;
    solved_at: ColumnType<string | null, string | undefined, string>;
    used_at: ColumnType<string | null, string | undefined, string>;
  };
  attempts: {
    key: string;
    failures: Generated<number>;
    wait_until: ColumnType<string | null, string | null | undefined, string | null>;
    expires_at: Time;
  };
  mail_outbox: {
    id: Id;
    recipient: string;
    kind: string;
    locale: LocaleCode;
    subject: string;
    body: string;
    created_at: TimeWithDefault;
    sent_at: ColumnType<string | null, string | undefined, string>;
    tries: Generated<number>;
    refusals: Generated<number>;
    next_try_at: TimeWithDefault;
    until: string | null;
  };
  settings: {
    one: Generated<boolean>;
    auth_type: string;
    site_blocked: Generated<boolean>;
    sign_in_redirect: Generated<string | null>;
  };
  menu_items: { kind: string; locale: LocaleCode; url: string; title: string; order: number; icon_url: string };
}
