import { authLogin } from '../../contract/calls/auth.ts';
import type { Ctx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { isLoopback } from '../http/request-facts.ts';
import {
  clearAttempts,
  countAttempt,
  countInWindow,
  giveBack,
  limitOfPlace,
  passwordLimit,
  passwordLimitOfAddress,
} from './attempts.ts';

/** Takes back what was counted, in the transaction of a success. */
export type TakeBack = (db: Db) => Promise<void>;

/**
 * Counts a call of a place. A laptop is one place for all who test on it, and is not counted.
 * @returns what gives the attempt back: an office that signs in stops nobody.
 */
export const countPlace = async (ctx: Ctx, what = ctx.call): Promise<TakeBack> => {
  if (!ctx.house.config.production && isLoopback(ctx.request.ip)) return async () => {};
  const key = [what, ctx.request.ip];
  const at = await countInWindow(ctx.db, limitOfPlace, ...key);
  return (db) => giveBack(db, limitOfPlace, at, ...key);
};

/** Whichever call asks for a letter, the place is counted as one that asks for letters. */
export const countLetter = (ctx: Ctx): Promise<TakeBack> => countPlace(ctx, authLogin.name);
export const giveLetterBack = (db: Db, place: string, at: string): Promise<void> =>
  giveBack(db, limitOfPlace, at, authLogin.name, place);

/**
 * Counts a guess at the password of an address (lower case), before it is compared. Sign-in and a change of the
 * password count together: either tells whether a guess was right.
 * @throws Refusal 429 `wait_before_retry`, `params.seconds`.
 */
export const countGuess = async (ctx: Ctx, email: string): Promise<TakeBack> => {
  const here = ['password', email, ctx.request.ip];
  await countAttempt(ctx.db, passwordLimitOfAddress, 'password', email);
  await countAttempt(ctx.db, passwordLimit, ...here);
  return async (db) => {
    await clearAttempts(db, ...here);
    await clearAttempts(db, 'password', email);
  };
};
