import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Reveal, RevealAsked } from '../../contract/card.ts';
import { added } from '../../contract/limits.ts';
import type { SignedInCtx } from '../area.ts';
import { countInWindow, type Window } from '../auth/attempts.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { writeRevealMail } from '../mail/card-mail.ts';
import { maskEmail } from '../operations/second-step.ts';
import { lockCard, ownCard } from './cards.ts';

/** Seconds between two letters, and letters of one account: more is no person. */
const againSeconds = 30;
const mostAnHour: Window = { most: 20, seconds: 3_600 };

const hashCode = (code: string, salt: Buffer): Buffer => createHmac('sha256', salt).update(code).digest();

interface Letter {
  /** Seconds that another has to wait behind it; none left at 0 and below. */
  young: number;
  /** Its code may still be used. */
  good: boolean;
  tries: number;
  expires_at: string;
  again_at: string;
}

/** One that was sent before this one is void. */
const findLast = async (db: Db, card: string): Promise<Letter | undefined> => {
  const { rows } = await sql<Letter>`
    select ceil(extract(epoch from asked_at - clock_timestamp()) + ${againSeconds}::int)::int as young,
           used_at is null and voided_at is null and expires_at > clock_timestamp() and tries < ${added.codeTries} as good,
           tries, expires_at, asked_at + make_interval(secs => ${againSeconds}) as again_at
    from card_reveals where card_id = ${card} order by id desc limit 1`.execute(db);
  return rows[0];
};

/**
 * A letter with a code for one look at the number of a card; the one before is void. Asked again before another may go, it
 * tells of the one that went, and sends nothing.
 * @throws Refusal 404; 409 `conflict` for a card that is not made yet, or has expired; 429 `rate_limited` and `wait_before_retry`.
 */
export const askReveal = async (ctx: SignedInCtx, id: string): Promise<RevealAsked> =>
  await ctx.transaction(async (db) => {
    const { account } = ctx;
    const card = await lockCard(db, account.id, id);
    const last = await findLast(db, card.id);
    if (last && last.young > 0) {
      const { young: seconds, good, tries, ...moments } = last;
      if (!good) throw new Refusal(429, 'rate_limited', { retryAfter: seconds, params: { seconds } });
      // Whoever asks again may not have heard of it.
      return { sent_to: maskEmail(account.email), tries_left: added.codeTries - tries, ...moments };
    }
    await countInWindow(db, mostAnHour, 'card reveal', account.id);
    await db
      .updateTable('card_reveals')
      .set({ voided_at: sql<string>`clock_timestamp()` })
      .where('card_id', '=', card.id)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .execute();
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const salt = randomBytes(16);
    const { rows } = await sql<{ expires_at: string; again_at: string }>`
      insert into card_reveals (card_id, account_id, code_hash, salt, expires_at)
      values (${card.id}, ${account.id}, ${hashCode(code, salt)}, ${salt},
              clock_timestamp() + make_interval(secs => ${added.codeLifetime / 1000}))
      returning expires_at, asked_at + make_interval(secs => ${againSeconds}) as again_at`.execute(db);
    const [made] = rows;
    if (!made) throw new Error('a wish to see a number was not made');
    await writeRevealMail(ctx.house, db, { account, code, lastFour: card.last_four ?? '', until: made.expires_at });
    return { sent_to: maskEmail(account.email), tries_left: added.codeTries, ...made };
  });

interface Tried {
  id: string;
  code_hash: Buffer;
  salt: Buffer;
  tries: number;
}

const whyNot = async (db: Db, card: string): Promise<Refusal> => {
  const { rows } = await sql<{ used: boolean; gone: boolean }>`
    select used_at is not null as used, voided_at is not null or expires_at <= clock_timestamp() as gone
    from card_reveals where card_id = ${card} order by id desc limit 1`.execute(db);
  const [last] = rows;
  if (last?.used) return new Refusal(409, 'code_used');
  return new Refusal(409, last === undefined || last.gone ? 'code_expired' : 'too_many_tries');
};

/**
 * The code for one look: the issuer's page and a token for it, once. A try is counted before the comparison and outside any
 * transaction.
 * @throws Refusal 404; 422 `wrong_code` with `params.left`; 409 `code_expired`, `code_used`, `too_many_tries`; 503 `unavailable`
 * where no issuer shows it: the code stays good.
 */
export const reveal = async (ctx: SignedInCtx, id: string, code: string): Promise<Reveal> => {
  const { db, account, house } = ctx;
  const card = await ownCard(db, account.id, id);
  const { rows } = await sql<Tried>`
    update card_reveals set tries = tries + 1
    where card_id = ${card.id} and used_at is null and voided_at is null and expires_at > clock_timestamp()
      and tries < ${added.codeTries}
    returning id, code_hash, salt, tries`.execute(db);
  const [wish] = rows;
  if (!wish) throw await whyNot(db, card.id);
  if (!timingSafeEqual(hashCode(code, wish.salt), wish.code_hash)) {
    const left = added.codeTries - wish.tries;
    if (left === 0) throw new Refusal(409, 'too_many_tries');
    throw new Refusal(422, 'wrong_code', { fields: { code: 'wrong_code' }, params: { left } });
  }
  const issuer = house.providers.issuer?.issuer;
  const frame = issuer?.frame(ctx.request.origin, ctx.locale);
  return await ctx.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('card_reveals')
      .set({ used_at: sql<string>`clock_timestamp()` })
      .where('id', '=', wish.id)
      .where('used_at', 'is', null)
      .where('voided_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Refusal(409, 'code_used');
    const token = await issuer?.look(trx, card.id);
    if (token === undefined || frame === undefined) throw new Refusal(503, 'unavailable');
    return { frame, token };
  });
};
