import { authLogin } from '../../contract/calls/auth.ts';
import type { Ctx, SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isLoopback, networkOf } from '../http/request-facts.ts';
import { isForThisMachine } from '../http/this-machine.ts';
import {
  clearAttempts,
  countAttempt,
  countBelow,
  countInWindow,
  giveBack,
  guessLimit,
  limitOfPlace,
  passwordLimit,
  passwordLimitOfAddress,
  puzzleFrom,
} from './attempts.ts';

/** Takes back what was counted, in the transaction of a success. */
export type TakeBack = (db: Db) => Promise<void>;

/** A laptop is one place, and mostly one account, for all who test on it. */
export const isOnLaptop = ({ house, request }: Pick<Ctx, 'house' | 'request'>): boolean =>
  isForThisMachine(house.config) && isLoopback(request.ip) && !request.isHandedOn;

/**
 * Counts a call of a place. A laptop is not counted.
 * @returns what gives the attempt back: an office that signs in stops nobody.
 */
export const countPlace = async (ctx: Ctx, what = ctx.call): Promise<TakeBack> => {
  if (isOnLaptop(ctx)) return async () => {};
  const key = [what, networkOf(ctx.request.ip)];
  const at = await countInWindow(ctx.db, limitOfPlace, ...key);
  return (db) => giveBack(db, limitOfPlace, at, ...key);
};

/** Whichever call asks for a letter, the place is counted as one that asks for letters. */
export const countLetter = (ctx: Ctx): Promise<TakeBack> => countPlace(ctx, authLogin.name);
/** What was counted of a place at the moment `at`, in a call before that of the success. */
export const giveCallBack = (db: Db, call: string, place: string, at: string): Promise<void> =>
  giveBack(db, limitOfPlace, at, call, networkOf(place));
export const giveLetterBack = (db: Db, place: string, at: string): Promise<void> =>
  giveCallBack(db, authLogin.name, place, at);

/** Guesses at the password of an address (lower case) from one place. */
export const guessesHere = (email: string, place: string): string[] => ['password', email, networkOf(place)];

/**
 * Counts a guess at the password of an address (lower case), before it is compared. The place comes first: what it
 * refuses is no attempt at the address, or one place could close the address to every other.
 * @param puzzled a puzzle was solved for it; else it is one of the first.
 * @throws Refusal 429 `wait_before_retry`, `params.seconds`, 403 `captcha_required`.
 */
export const countGuess = async (ctx: Ctx, email: string, puzzled = true): Promise<TakeBack> => {
  const [here, everywhere] = [guessesHere(email, ctx.request.ip), ['password', email]];
  if (!(await countBelow(ctx.db, guessLimit, puzzled ? null : puzzleFrom, ...here)))
    throw new Refusal(403, 'captcha_required');
  await countInWindow(ctx.db, passwordLimitOfAddress, ...everywhere);
  return async (db) => {
    await clearAttempts(db, ...here);
    await clearAttempts(db, ...everywhere);
  };
};

/** Whoever has proven an address and chosen a password waits for no wrong one of before. */
export const forgetGuesses = async (db: Db, email: string, place: string): Promise<void> => {
  await clearAttempts(db, ...guessesHere(email, place));
  await clearAttempts(db, 'password', email);
};

/**
 * Counts a guess at the old password by somebody who is signed in. Each sign-in has tries of its own: neither strangers
 * nor the holder of a stolen session keep the owner from setting another password.
 * @throws Refusal like `countGuess`.
 */
export const countOldPassword = async (ctx: SignedInCtx): Promise<TakeBack> => {
  const key = ['old password', ctx.account.id, ctx.signedInBy ?? ''];
  await countAttempt(ctx.db, passwordLimit, ...key);
  return (db) => clearAttempts(db, ...key);
};
