import { randomInt } from 'node:crypto';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import type { Account } from '../scanned.ts';
import { holdSignIns, toAccount } from './sessions.ts';

/** Addresses are told apart without regard to case. */
export const sameCase = (email: string): string => email.toLowerCase();

/** Seven digits and the one that checks them (Luhn): one digit mistyped, or two swapped, is no account's number. */
export const withCheckDigit = (seven: string): string => {
  const sum = [...seven].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${seven}${(10 - (sum % 10)) % 10}`;
};

const newNumber = (): string => withCheckDigit(String(randomInt(4_000_000, 10_000_000)));

/** `shown` is the language of the browser that asks. */
export const findAccount = async (db: Db, email: string, shown: 'ru' | 'en'): Promise<Account | undefined> => {
  const row = await db.selectFrom('accounts').selectAll().where('email', '=', sameCase(email)).executeTakeFirst();
  return row && toAccount(row, shown);
};

/**
 * The same, for whoever opens a sign-in: what ends all of the account's comes before it, or finds it. Who waited for another
 * address to be set finds nobody.
 */
export const holdAccount = async (db: Db, email: string, shown: 'ru' | 'en'): Promise<Account | undefined> => {
  const found = await findAccount(db, email, shown);
  if (found === undefined) return undefined;
  await holdSignIns(db, found.id, 'to open one');
  const kept = await findAccount(db, email, shown);
  return kept?.id === found.id ? kept : await holdAccount(db, email, shown);
};

/** Whose account a person of the house means: by its address, or by its number. */
export const accountNamed = async (db: Db, named: string) =>
  await db
    .selectFrom('accounts')
    .selectAll()
    .where((is) => is.or([is('email', '=', sameCase(named)), is('number', '=', named)]))
    .executeTakeFirst();

interface NewAccount {
  email: string;
  /** The language of the browser that asks. */
  shown: 'ru' | 'en';
  /** Made up when absent. */
  number?: string;
  /** Its hash; null for a person who signs in by code, and needs to set one where passwords are used. */
  password: string | null;
  demo?: boolean;
}

/**
 * Makes an account with all that every area gives it; `db` is a transaction.
 * @returns the account that has the address already, when there is one.
 */
export const makeAccount = async (house: House, db: Db, wanted: NewAccount): Promise<Account> => {
  for (let tries = 0; tries < 10; tries += 1) {
    const made = await db
      .insertInto('accounts')
      .values({
        number: wanted.number ?? newNumber(),
        email: sameCase(wanted.email),
        locale: null,
        shown_locale: wanted.shown,
        need_set_password: wanted.password === null,
        demo: wanted.demo ?? false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made) {
      if (wanted.password !== null)
        await db.insertInto('credentials').values({ account_id: made.id, password: wanted.password }).execute();
      await house.welcome(db, made.id);
      return toAccount(made, wanted.shown);
    }
    const existing = await findAccount(db, wanted.email, wanted.shown);
    if (existing) return existing;
  }
  throw new Error('no free account number was found');
};
