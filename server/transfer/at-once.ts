import type { transferSubmit } from '../../contract/calls/transfer.ts';
import type { Ahead, Input } from '../area.ts';
import { who, type FactsRow, type Shown } from '../auth/sessions.ts';
import { gathered } from '../db/gather.ts';
import { prepared } from '../db/prepared.ts';
import { currenciesIn, type CurrencyRow } from '../money/currencies.ts';
import { Big } from '../money/decimal.ts';
import type { WalletRow } from '../exchange/worth.ts';
import { countsToday, mostToday } from '../payments/limits.ts';
import { isOperationId } from '../ledger/ids.ts';
import { notificationsOf, type NotificationRow } from '../notify/read.ts';
import type { lettersOfTransfer } from '../mail/operation-mail.ts';
import type { OperationRow } from '../operations/row.ts';
import { maximumAt } from './terms.ts';

/**
 * What one statement has seen of an open transfer and of whose it is. What changes of the account later changes `rev`; what the
 * house changes, terms and currencies, counts as it stood at this moment.
 */
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
  /** The wallets that it goes out of and comes into. */
  from: string;
  into: string;
  payee: string;
  /** The languages of both. */
  spoken: Parameters<typeof lettersOfTransfer>[2];
}

/** Of an operation; whose it is stands in what says who asks. */
const columns = [
  ...(['id', 'kind', 'status', 'reason', 'give_currency', 'give', 'get_currency', 'get', 'fee', 'rate'] as const),
  ...([
    'asked_side',
    'asked_amount',
    'terms_version',
    'created_at',
    'expires_at',
    'changed_at',
    'submitted_at',
  ] as const),
  ...(['expected_by', 'replaced_by', 'parent_id', 'counterparty_id', 'details', 'payment', 'payment_until'] as const),
  ...(['status_path', 'placed_at', 'asked_until', 'taken_by', 'taken_at'] as const),
] satisfies (keyof OperationRow)[];

/** Without what else stands in the same row, such as an address. */
const rowOf = (found: OperationRow): OperationRow =>
  Object.fromEntries(['account_id' as const, ...columns].map((name) => [name, found[name]])) as unknown as OperationRow;

interface Found extends OperationRow {
  opened: string | null;
  second: boolean;
  rev: string;
  stopped: string | null;
  level: 0 | 1;
  maximum: string | null;
  maximum_unverified: string | null;
  used: string;
  last: string | null;
  /** What the account was told, where the page does not hold it. */
  news: NotificationRow[] | null;
  wallets: (WalletRow & { id: string })[] | null;
  /** Null where one has no wallet for it yet, or nobody gets it. */
  ends: Pick<Seen, 'from' | 'into' | 'payee' | 'spoken'> | null;
  /** With the first one, of all, as JSON. */
  currencies: string | null;
}

/**
 * The row itself is open, and so does not count toward the day. It is looked up by its id alone: whoever has many would have all
 * of theirs read. Without the limits the planner takes the one row of the settings for hundreds.
 */
const ask = prepared<FactsRow & (Found | { id: null; currencies: string | null })>(
  'who confirms what',
  `select ${who.columns}, ${columns.map((name) => `o.${name}`).join(', ')},
      (select t.at from operation_timeline t where t.operation_id = o.id and t.status = 'open' order by t.id limit 1) as opened,
      exists (select from second_steps s where s.operation_id = o.id) as second,
      a.rev, a.stopped_at as stopped, a.verification_level as level, terms.maximum, terms.maximum_unverified,
      (select coalesce(sum(u.give), 0) from operations u
        where u.account_id = o.account_id and u.kind = 'transfer' and u.give_currency = o.give_currency and ${countsToday}) as used,
      (select e.get_currency from operations e where e.account_id = o.account_id and e.kind = 'exchange' and e.status = 'completed'
        order by e.created_at desc, e.id desc limit 1) as last,
      case when coalesce((a.key_revs->>'notifications')::bigint, 1) > q.held then ${notificationsOf('a.id')} end as news,
      (select json_agg(json_build_object('id', w.id::text, 'number', w.number, 'currency', w.currency,
          'available', w.available::text, 'held', w.held::text))
        from wallets w where w.account_id = o.account_id) as wallets,
      (select json_build_object('from', f.id::text, 'into', i.id::text, 'payee', r.id::text,
          'spoken', json_build_object(
            'payer', json_build_object('locale', a.locale, 'shown_locale', a.shown_locale),
            'payee', json_build_object('locale', r.locale, 'shown_locale', r.shown_locale)))
        from accounts r
        join wallets f on f.account_id = o.account_id and f.currency = o.give_currency
        join wallets i on i.account_id = r.id and i.currency = o.get_currency
        where r.id = o.counterparty_id) as ends,
      case when q.place = 1 then (select json_agg(c)::text from currencies c) end as currencies
    from (select * from settings limit 1) s
    cross join unnest((select $1::bytea[]), (select $2::bytea[]), (select $3::text[]), (select $4::bigint[]))
      with ordinality as q (session, remember, operation, held, place)
    ${who.joins}
    left join lateral (select * from operations where id = q.operation offset 0) o on o.account_id = a.id
    left join transfer_terms terms on terms.currency = o.give_currency
    order by q.place`,
);

/** An operation of whoever asks, and what its confirm is decided by. */
type Looked = Omit<Found, 'currencies'> & { currencies: Map<string, CurrencyRow> };

/** Whoever confirms a transfer asks this first. */
export const lookAtOnce = gathered<
  Shown & { operation: string | null; held: number },
  { row: FactsRow; found: Looked | undefined } | undefined
>({
  ...{ lanes: 2, most: 32 },
  async ask(db, all) {
    const found = await ask(db, [
      all.map(({ session }) => session),
      all.map(({ remember }) => remember),
      all.map(({ operation }) => operation),
      all.map(({ held }) => held),
    ]);
    const currencies = currenciesIn(found[0]?.currencies ?? '[]');
    return found.map((row) => ({ row, found: row.id === null ? undefined : { ...row, currencies } }));
  },
});

/** Who confirms a transfer, and what one look sees of it. */
export const askWhoConfirms = (async (db, { held, ...shown }, { body: { id } }: Input<typeof transferSubmit>) => {
  const looked = await lookAtOnce(db, { ...shown, held, operation: isOperationId(id) ? id : null });
  return { row: looked?.row, ahead: looked?.found };
}) satisfies Ahead<Looked>;

/** What is decided by of a transfer that may be confirmed as it is. @returns undefined for every other one. */
export const seenOf = (looked: Looked): Seen | undefined => {
  if (looked.kind !== 'transfer' || looked.status !== 'open' || looked.parent_id !== null) return undefined;
  const { opened, second, rev, level, maximum: most, maximum_unverified: mostUnverified, used } = looked;
  const { last, news, wallets, ends, currencies } = looked;
  if (looked.stopped !== null || second || opened === null || wallets === null || ends === null) return undefined;
  const row = rowOf(looked);
  const maximum = maximumAt(level, { maximum: most, maximum_unverified: mostUnverified });
  if (maximum === null || new Big(row.give).plus(used).gt(mostToday(maximum))) return undefined;
  // The others that are sent with it would pay for one that cannot be.
  const { available = '0' } = wallets.find(({ currency }) => currency === row.give_currency) ?? {};
  if (new Big(row.give).gt(available)) return undefined;
  return { row, opened, rev, wallets, currencies, last: last ?? undefined, news, ...ends };
};
