import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { gathered } from '../db/gather.ts';
import { prepared } from '../db/prepared.ts';
import { worthOf, type WalletRow } from '../exchange/worth.ts';
import { wakeWorkers } from '../jobs/wake.ts';
import { task } from '../jobs/queue.ts';
import type { Line } from '../ledger/movements.ts';
import type { CurrencyRow } from '../money/currencies.ts';
import { entityOf, type NotificationRow } from '../notify/read.ts';
import { headStart } from './hand-over.ts';
import { holdLines } from './holding.ts';
import { kindOf } from './kinds.ts';
import type { OperationRow } from './row.ts';
import type { Known } from './entity.ts';

/** What one statement has seen of an open operation and of whose it is. Whatever changes later changes `rev`. */
export interface Seen {
  row: OperationRow;
  /** When it was opened. */
  opened: string;
  /** The account's revision. */
  rev: string;
  wallets: (WalletRow & { id: string })[];
  currencies: Map<string, CurrencyRow>;
  /** The currency that was exchanged into last. */
  last: string | undefined;
  /** What the account was told, where the page does not hold it. */
  news: NotificationRow[] | null;
}

interface Posted {
  id: string;
  changed_at: string;
  expected_by: string | null;
  now: string;
  rev: string;
  key_revs: Record<string, number>;
  available: string;
  held: string;
}

/** What is done about one operation; the first line is about the wallet that is told of. */
interface Post {
  id: string;
  account: string;
  session: string;
  rev: string;
  seconds: number | null;
  /** Milliseconds until its job is due. */
  after: number;
  lines: Line[];
}

const ask = prepared<Posted>(
  'post',
  `select id, changed_at, expected_by, now, rev, key_revs, available, held
    from post_operations($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
);

/** In columns, as the function takes them. */
const columnsOf = (posts: Post[]) => {
  const lines = posts.flatMap((post) => post.lines.map((line) => ({ ...line, of: post.id })));
  const wallets = lines.map(({ to }) => ('wallet' in to ? to : undefined));
  return [
    posts.map(({ id }) => id),
    posts.map(({ account }) => account),
    posts.map(({ session }) => session),
    posts.map(({ rev }) => rev),
    posts.map(({ seconds }) => seconds),
    posts.map(({ after }) => after),
    lines.map((line) => line.of),
    wallets.map((to) => to?.wallet),
    wallets.map((to) => to?.part),
    lines.map(({ currency }) => currency),
    lines.map(({ amount }) => amount.toFixed()),
    lines.map(({ note }) => note),
    ['wallets', 'total_balance'],
    task,
  ];
};

/** Of two of one account the second is otherwise than it was seen: it is left out from the beginning. */
const postAll = async (db: Db, all: Post[]): Promise<(Posted | undefined)[]> => {
  const first = new Map(all.toReversed().map((post) => [post.account, post]));
  const posted = await ask(db, columnsOf(all.filter((post) => first.get(post.account) === post)));
  const byId = new Map(posted.map((one) => [one.id, one]));
  return all.map((post) => (first.get(post.account) === post ? byId.get(post.id) : undefined));
};

const post = gathered<Post, Posted | undefined>({ lanes: 2, most: 16, ask: postAll });

/**
 * What the function says when something is otherwise than it was seen, or was waited for too long: it has taken back all
 * that it did.
 */
const hasChanged = (error: unknown): boolean => {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ST001' || code === '55P03';
};

/**
 * Confirms an open operation whose rules have been looked at, in one round trip, together with whoever else confirms at the
 * same time: the money is set aside, the order handed on. Asked again, or after anything has changed, it does nothing.
 * @returns undefined then: whoever looks again under locks finds out why.
 * @throws the database's error when the money is short (`isShortOfMoney`).
 */
export const postAtOnce = async (
  ctx: SignedInCtx,
  seen: Seen,
): Promise<{ row: OperationRow; known: Known } | undefined> => {
  const { row, wallets } = seen;
  const wallet = wallets.find(({ currency }) => currency === row.give_currency);
  if (wallet === undefined || ctx.session === null) return undefined;
  const kind = kindOf(row);
  const isOurs = kind.provider(row) === 'house';
  const asked = {
    ...{ id: row.id, account: ctx.account.id, session: ctx.session, rev: seen.rev, seconds: kind.expectedWithin(row) },
    ...{ after: isOurs ? headStart : 0, lines: holdLines(row, wallet.id) },
  };
  const posted = await ctx
    .statement((db) => post(db, asked))
    .catch((error: unknown) => {
      if (hasChanged(error)) return undefined;
      throw error;
    });
  if (posted === undefined) return undefined;
  if (isOurs) ctx.house.handOver.give(row.id);
  else wakeWorkers(ctx.house);
  const { changed_at: at, expected_by, now, rev, key_revs: keyRevs, available, held } = posted;
  const rows = wallets.map((one) => (one === wallet ? { ...one, available, held } : one));
  ctx.knows({
    ...{ now, rev, keyRevs },
    values: {
      ...worthOf({ rows, at: now, last: seen.last, currencies: seen.currencies }, ctx.locale, ctx.house.config),
      // The account is at the revision at which it was seen, but for this confirm.
      ...(seen.news && { notifications: seen.news.map((news) => entityOf(news, ctx.locale)) }),
    },
  });
  const moment = { operation_id: row.id, reason: null };
  return {
    row: { ...row, status: 'processing', changed_at: at, submitted_at: at, expected_by },
    known: {
      currencies: seen.currencies,
      moments: [
        { ...moment, status: 'open', at: seen.opened },
        { ...moment, status: 'processing', at },
      ],
    },
  };
};
