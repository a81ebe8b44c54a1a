import type { SignedInCtx } from '../area.ts';
import { gathered } from '../db/gather.ts';
import { prepared } from '../db/prepared.ts';
import { currenciesIn, type CurrencyRow } from '../money/currencies.ts';
import { Big } from '../money/decimal.ts';
import type { WalletRow } from '../exchange/worth.ts';
import { countsToday, mostToday } from '../payments/limits.ts';
import { isOperationId } from '../ledger/ids.ts';
import { notificationsOf, type NotificationRow } from '../notify/read.ts';
import type { OperationRow } from '../operations/row.ts';
import type { Seen } from './send-at-once.ts';
import { maximumAt } from './terms.ts';

interface Found extends OperationRow {
  place: string;
  opened: string | null;
  second: boolean;
  rev: string;
  level: 0 | 1;
  maximum: string | null;
  maximum_unverified: string | null;
  used: string;
  last: string | null;
  /** What the account was told, where the page does not hold it. */
  news: NotificationRow[] | null;
  wallets: (WalletRow & { id: string })[] | null;
  /** Null where one has no wallet for it yet, or nobody gets it. */
  ends: Pick<Seen, 'from' | 'into' | 'payee' | 'chosen'> | null;
  /** With the first one, of all, as JSON. */
  currencies: string | null;
}

/** The row itself is open, and so does not count toward the day. */
const ask = prepared<Found>(
  'look at a transfer',
  `select q.place, o.id, o.account_id, o.kind, o.status, o.reason, o.give_currency, o.give, o.get_currency, o.get, o.fee, o.rate,
      o.asked_side, o.asked_amount, o.terms_version, o.created_at, o.expires_at, o.changed_at, o.submitted_at, o.expected_by,
      o.replaced_by, o.parent_id, o.counterparty_id, o.details, o.payment, o.payment_until, o.status_path, o.placed_at,
      (select t.at from operation_timeline t where t.operation_id = o.id and t.status = 'open' order by t.id limit 1) as opened,
      exists (select from second_steps s where s.operation_id = o.id) as second,
      a.rev, a.verification_level as level, terms.maximum, terms.maximum_unverified,
      (select coalesce(sum(u.give), 0) from operations u
        where u.account_id = o.account_id and u.kind = 'transfer' and u.give_currency = o.give_currency and ${countsToday}) as used,
      (select e.get_currency from operations e where e.account_id = o.account_id and e.kind = 'exchange' and e.status = 'completed'
        order by e.created_at desc, e.id desc limit 1) as last,
      case when coalesce((a.key_revs->>'notifications')::bigint, 1) > q.held then ${notificationsOf('a.id')} end as news,
      (select json_agg(json_build_object('id', w.id::text, 'number', w.number, 'currency', w.currency,
          'available', w.available::text, 'held', w.held::text))
        from wallets w where w.account_id = o.account_id) as wallets,
      (select json_build_object('from', f.id::text, 'into', i.id::text, 'payee', r.id::text,
          'chosen', json_build_object('payer', a.locale, 'payee', r.locale))
        from accounts r
        join wallets f on f.account_id = o.account_id and f.currency = o.give_currency
        join wallets i on i.account_id = r.id and i.currency = o.get_currency
        where r.id = o.counterparty_id) as ends,
      case when row_number() over () = 1 then (select json_agg(c)::text from currencies c) end as currencies
    from unnest((select $1::text[]), (select $2::bigint[]), (select $3::bigint[])) with ordinality as q (id, account, held, place)
    join operations o on o.id = q.id and o.account_id = q.account
    join accounts a on a.id = o.account_id left join transfer_terms terms on terms.currency = o.give_currency`,
);

interface Asked {
  id: string;
  account: string;
  held: number;
}

type Looked = Omit<Found, 'currencies' | 'place'> & { currencies: Map<string, CurrencyRow> };

const look = gathered<Asked, Looked | undefined>({
  ...{ lanes: 2, most: 32 },
  async ask(db, all) {
    const found = await ask(db, [
      all.map(({ id }) => id),
      all.map(({ account }) => account),
      all.map(({ held }) => held),
    ]);
    const currencies = currenciesIn(found.find((row) => row.currencies !== null)?.currencies ?? '[]');
    const answers = Array<Looked | undefined>(all.length).fill(undefined);
    for (const { place, ...row } of found) answers[Number(place) - 1] = { ...row, currencies };
    return answers;
  },
});

/**
 * An open transfer that may be confirmed as it is, as far as one look without a lock tells.
 * @returns undefined for every other one.
 */
export const lookAtTransfer = async ({ db, account, held }: SignedInCtx, id: string): Promise<Seen | undefined> => {
  if (!isOperationId(id)) return undefined;
  const found = await look(db, { id, account: account.id, held });
  if (found?.kind !== 'transfer' || found.status !== 'open' || found.parent_id !== null) return undefined;
  const { opened, second, rev, level, maximum: most, maximum_unverified: mostUnverified, used, ...rest } = found;
  const { last, news, wallets, ends, currencies, ...row } = rest;
  if (second || opened === null || wallets === null || ends === null) return undefined;
  const maximum = maximumAt(level, { maximum: most, maximum_unverified: mostUnverified });
  if (maximum === null || new Big(row.give).plus(used).gt(mostToday(maximum))) return undefined;
  // The others that are sent with it would pay for one that cannot be.
  const { available = '0' } = wallets.find(({ currency }) => currency === row.give_currency) ?? {};
  if (new Big(row.give).gt(available)) return undefined;
  return { row, opened, rev, wallets, currencies, last: last ?? undefined, news, ...ends };
};
