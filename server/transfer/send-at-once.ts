import type { SignedInCtx } from '../area.ts';
import { gathered } from '../db/gather.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/db.ts';
import { worthOf } from '../exchange/worth.ts';
import type { Line } from '../ledger/movements.ts';
import { lettersOfTransfer } from '../mail/operation-mail.ts';
import { currencyOf } from '../money/currencies.ts';
import { newsOfPayment } from '../notify/payment.ts';
import { entityOf } from '../notify/read.ts';
import type { Known } from '../operations/entity.ts';
import type { OperationRow } from '../operations/row.ts';
import { lookAtOnce, type Seen } from './at-once.ts';
import { transferLines } from './postings.ts';

interface Sent {
  id: string;
  at: string;
  now: string;
  rev: string;
  key_revs: Record<string, number>;
  available: string;
  held: string;
}

/** What is done about one transfer; the first line is about the wallet that is told of. */
interface Sending {
  id: string;
  account: string;
  session: string;
  rev: string;
  payee: string;
  lines: Line[];
  /** To whoever pays, to whoever gets it. */
  letters: ReturnType<typeof lettersOfTransfer>;
  /** What whoever gets it is told, as JSON. */
  news: string;
}

const ask = prepared<Sent>(
  'send',
  `select id, at, now, rev, key_revs, available, held from complete_transfers(
    $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
);

const told = { payer: ['wallets', 'total_balance'], payee: ['wallets', 'total_balance', 'notifications'] };

/** In columns, as the function takes them. */
const columnsOf = (all: Sending[]) => {
  const lines = all.flatMap(({ id, lines }) => lines.map((line) => ({ ...line, of: id })));
  const wallets = lines.map(({ to }) => ('wallet' in to ? to : undefined));
  const letters = all.flatMap(({ id, account, payee, letters: [toPayer, toPayee] }) => [
    { ...toPayer, of: id, reader: account },
    { ...toPayee, of: id, reader: payee },
  ]);
  return [
    all.map(({ id }) => id),
    all.map(({ account }) => account),
    all.map(({ session }) => session),
    all.map(({ rev }) => rev),
    all.map(({ news }) => news),
    lines.map((line) => line.of),
    wallets.map((to) => to?.wallet),
    wallets.map((to) => to?.part),
    lines.map(({ to }) => ('house' in to ? to.house : undefined)),
    lines.map(({ currency }) => currency),
    lines.map(({ amount }) => amount.toFixed()),
    lines.map(({ note }) => note),
    letters.map((letter) => letter.of),
    letters.map(({ reader }) => reader),
    letters.map(({ locale }) => locale),
    letters.map(({ subject }) => subject),
    letters.map(({ body }) => body),
    told.payer,
    told.payee,
  ];
};

/**
 * Of two of one account the second is otherwise than it was seen, and so is that of an account that gets another one: it
 * is left out from the beginning.
 */
const sendAll = async (db: Db, all: Sending[]): Promise<(Sent | undefined)[]> => {
  const first = new Map(all.toReversed().map((one) => [one.account, one]));
  const payees = new Set(all.map(({ payee }) => payee));
  const taken = all.filter((one) => first.get(one.account) === one && !payees.has(one.account));
  if (taken.length === 0) return all.map(() => undefined);
  const byId = new Map((await ask(db, columnsOf(taken))).map((one) => [one.id, one]));
  return all.map((one) => (taken.includes(one) ? byId.get(one.id) : undefined));
};

const send = gathered<Sending, Sent | undefined>({ lanes: 2, most: 16, ask: sendAll, after: lookAtOnce });

const sendingOf = (seen: Seen, { account, session }: { account: string; session: string }): Sending => {
  const { row, payee, spoken, currencies } = seen;
  const currency = currencyOf(currencies, row.give_currency);
  return {
    ...{ id: row.id, account, session, rev: seen.rev, payee },
    lines: transferLines(row, { wallet: seen.from, part: 'available' }, seen.into).filter(
      ({ amount }) => !amount.eq('0'),
    ),
    letters: lettersOfTransfer(row, currency, spoken),
    news: JSON.stringify(newsOfPayment(row, currency.scale).params),
  };
};

/**
 * Confirms an open transfer whose rules have been looked at and brings it to its end, in one round trip, together with
 * whoever else does so at the same time: the money is there, both are told. Asked again, after anything has changed, or while
 * somebody else holds what it is about, it does nothing.
 * @returns undefined then: whoever looks again under locks finds out why.
 * @throws the database's error when the money is short (`isShortOfMoney`).
 */
export const sendAtOnce = async (
  ctx: SignedInCtx,
  seen: Seen,
): Promise<{ row: OperationRow; known: Known } | undefined> => {
  const { row, wallets } = seen;
  if (ctx.session === null) return undefined;
  const sending = sendingOf(seen, { account: ctx.account.id, session: ctx.session });
  const sent = await ctx.statement((db) => send(db, sending));
  if (sent === undefined) return undefined;
  const { at, now, rev, key_revs: keyRevs, available, held } = sent;
  const rows = wallets.map((one) => (one.id === seen.from ? { ...one, available, held } : one));
  ctx.knows({
    ...{ now, rev, keyRevs },
    values: {
      ...worthOf({ rows, at: now, last: seen.last, currencies: seen.currencies }, ctx.locale, ctx.house.config),
      // The account is at the revision at which it was seen, but for this transfer.
      ...(seen.news && { notifications: seen.news.map((news) => entityOf(news, ctx.locale)) }),
    },
  });
  const moment = { operation_id: row.id, reason: null };
  return {
    row: { ...row, status: 'completed', changed_at: at, submitted_at: at, placed_at: at },
    known: {
      currencies: seen.currencies,
      moments: [
        { ...moment, status: 'open', at: seen.opened },
        { ...moment, status: 'completed', at },
      ],
    },
  };
};
