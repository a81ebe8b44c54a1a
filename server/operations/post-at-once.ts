import type { SignedInCtx } from '../area.ts';
import { prepared } from '../db/prepared.ts';
import { worthOf, type WalletRow } from '../exchange/worth.ts';
import { wakeWorkers } from '../jobs/wake.ts';
import { task } from '../jobs/queue.ts';
import type { Line } from '../ledger/movements.ts';
import type { CurrencyRow } from '../money/currencies.ts';
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
}

interface Posted {
  changed_at: string;
  expected_by: string | null;
  now: string;
  rev: string;
  key_revs: Record<string, number>;
  available: string;
  held: string;
}

const ask = prepared<Posted>(
  'post',
  `select changed_at, expected_by, now, rev, key_revs, available, held
    from post_operation($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

/** What the function says when something is otherwise than it was seen: it has taken back all that it did. */
const hasChanged = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'ST001';

/** In columns, as the function takes them. */
const columnsOf = (lines: Line[]) => {
  const wallets = lines.map(({ to }) => ('wallet' in to ? to : undefined));
  return [
    wallets.map((to) => to?.wallet),
    wallets.map((to) => to?.part),
    lines.map(({ currency }) => currency),
    lines.map(({ amount }) => amount.toFixed()),
    lines.map(({ note }) => note),
  ];
};

/**
 * Confirms an open operation whose rules have been looked at, in one round trip: the money is set aside, the order handed
 * on. Asked again, or after anything has changed, it does nothing.
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
  const values = [
    ...[row.id, ctx.account.id, ctx.session, seen.rev, kindOf(row).expectedWithin(row)],
    ...columnsOf(holdLines(row, wallet.id)),
    ...[['wallets', 'total_balance'], task],
  ];
  const posted = await ctx
    .statement(async (db) => (await ask(db, values))[0])
    .catch((error: unknown) => {
      if (hasChanged(error)) return undefined;
      throw error;
    });
  if (posted === undefined) return undefined;
  wakeWorkers(ctx.house);
  const { changed_at: at, expected_by, now, rev, key_revs: keyRevs, available, held } = posted;
  const rows = wallets.map((one) => (one === wallet ? { ...one, available, held } : one));
  ctx.knows({
    ...{ now, rev, keyRevs },
    values: worthOf({ rows, at: now, last: seen.last, currencies: seen.currencies }, ctx.locale, ctx.house.config),
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
