import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import type { OperationStatus } from '../../contract/operation.ts';
import type { Db } from '../../server/db/db.ts';

/** Each question lists what is wrong, one sentence a row; nothing wrong is no row. */
const questions: Record<string, RawBuilder<{ wrong: string }>> = {
  'postings of an operation sum to zero per currency': sql`
    select format('%s leaves %s %s', m.operation_id, sum(p.amount), p.currency) as wrong
    from movements m join postings p on p.movement_id = m.id
    group by m.operation_id, p.currency having sum(p.amount) <> 0`,
  'postings of a movement sum to zero per currency': sql`
    select format('movement %s of %s leaves %s %s', m.id, m.operation_id, sum(p.amount), p.currency) as wrong
    from movements m join postings p on p.movement_id = m.id
    group by m.id, m.operation_id, p.currency having sum(p.amount) <> 0`,
  'balances are the sum of their postings': sql`
    select format('wallet %s %s has %s + %s, its postings say %s + %s', w.account_id, w.currency, w.available, w.held, s.available, s.held) as wrong
    from wallets w cross join lateral (
      select coalesce(sum(p.amount) filter (where p.part = 'available'), 0) as available,
        coalesce(sum(p.amount) filter (where p.part = 'held'), 0) as held
      from postings p where p.wallet_id = w.id) s
    where w.available <> s.available or w.held <> s.held`,
  'held is what unfinished operations keep': sql`
    select format('wallet %s %s holds %s, its operations keep %s', w.account_id, w.currency, w.held, o.kept) as wrong
    from wallets w cross join lateral (
      select coalesce(sum(o.give), 0) as kept from operations o
      where o.account_id = w.account_id and o.give_currency = w.currency
        and o.status = 'processing' and o.kind in ('exchange', 'withdraw', 'transfer', 'card_order')) o
    where w.held <> o.kept`,
  'marks and the postings behind them are all that the house has': sql`
    select format('the house has %s %s, its marks and what is behind them say %s', s.whole, c.code, s.marked) as wrong
    from currencies c cross join lateral (
      select coalesce(sum(p.amount), 0) as whole,
        coalesce(sum(p.amount) filter (where p.id > (select through from reserve_reach)), 0)
          + coalesce((select m.amount from reserve_marks m where m.currency = c.code), 0) as marked
      from postings p where p.house = 'exchange' and p.currency = c.code) s
    where s.whole <> s.marked`,
  'no balance is negative': sql`
    select format('wallet %s %s has %s + %s', account_id, currency, available, held) as wrong
    from wallets where available < 0 or held < 0`,
  'what moved and what became of it is of an operation that is there': sql`
    select format('%s is not there', told.id) as wrong
    from (select operation_id as id from movements union select operation_id from operation_timeline) told
    left join operations o on o.id = told.id where o.id is null`,
  'an operation is held at most once and ended at most once': sql`
    select format('%s has %s movements %s', operation_id, count(*), step) as wrong
    from movements group by operation_id, step having count(*) > 1`,
  'an operation that holds money moved it as its status says': sql`
    select format('%s is %s and has moved %s', o.id, o.status, moved) as wrong
    from operations o cross join lateral (
      select coalesce(string_agg(m.kind, ' ' order by m.id), 'nothing') as moved from movements m where m.operation_id = o.id) m
    where o.kind in ('exchange', 'withdraw', 'transfer', 'card_order') and moved <> case o.status
      when 'processing' then 'hold' when 'completed' then case
        -- One that was never under way went out of what was available.
        when o.kind = 'transfer' and not exists (select from operation_timeline t where t.operation_id = o.id and t.status = 'processing')
        then 'settle' else 'hold settle' end
      when 'failed' then 'hold release' when 'cancelled' then case when o.submitted_at is null then 'nothing' else 'hold release' end
      else 'nothing' end`,
  'a completed exchange moved what its terms say': sql`
    select format('%s gave %s, paid %s, got %s', o.id, s.gave, s.fee, s.got) as wrong
    from operations o cross join lateral (
      select coalesce(-sum(p.amount) filter (where p.wallet_id is not null and p.currency = o.give_currency), 0) as gave,
        coalesce(sum(p.amount) filter (where p.wallet_id is not null and p.currency = o.get_currency), 0) as got,
        coalesce(sum(p.amount) filter (where p.house = 'fees'), 0) as fee
      from movements m join postings p on p.movement_id = m.id where m.operation_id = o.id) s
    where o.kind = 'exchange' and o.status = 'completed' and (s.gave, s.fee, s.got) is distinct from (o.give, o.fee, o.get)`,
  'a completed withdrawal moved what its terms say': sql`
    select format('%s gave %s, paid %s, sent %s', o.id, s.gave, s.fee, s.sent) as wrong
    from operations o cross join lateral (
      select coalesce(-sum(p.amount) filter (where p.wallet_id is not null), 0) as gave,
        coalesce(sum(p.amount) filter (where p.house = 'outside'), 0) as sent,
        coalesce(sum(p.amount) filter (where p.house = 'fees'), 0) as fee
      from movements m join postings p on p.movement_id = m.id where m.operation_id = o.id) s
    where o.kind = 'withdraw' and o.status = 'completed' and (s.gave, s.fee, s.sent) is distinct from (o.give, o.fee, o.get)`,
  'a completed deposit moved what its terms say': sql`
    select format('%s is of %s, fee %s, and credited %s', o.id, s.came, s.fee, s.got) as wrong
    from operations o cross join lateral (
      select coalesce(-sum(p.amount) filter (where p.house = 'outside'), 0) as came,
        coalesce(sum(p.amount) filter (where p.wallet_id is not null), 0) as got,
        coalesce(sum(p.amount) filter (where p.house = 'fees'), 0) as fee
      from movements m join postings p on p.movement_id = m.id where m.operation_id = o.id) s
    where o.kind = 'deposit' and o.status = 'completed' and (s.came, s.fee, s.got) is distinct from (o.give, o.fee, o.get)`,
  'a completed purchase moved what its terms say': sql`
    select format('%s is of %s, fee %s, and credited %s', o.id, s.came, s.fee, s.got) as wrong
    from operations o cross join lateral (
      select coalesce(-sum(p.amount) filter (where p.house = 'outside'), 0) as came,
        coalesce(sum(p.amount) filter (where p.wallet_id is not null and p.currency = o.get_currency), 0) as got,
        coalesce(sum(p.amount) filter (where p.house = 'fees'), 0) as fee
      from movements m join postings p on p.movement_id = m.id where m.operation_id = o.id) s
    where o.kind = 'purchase' and o.status = 'completed' and (s.came, s.fee, s.got) is distinct from (o.give, o.fee, o.get)`,
  'what is paid from outside moves nothing before its good end': sql`
    select format('%s is %s and has moved money', o.id, o.status) as wrong from operations o
    where o.kind in ('deposit', 'purchase') and o.status <> 'completed'
      and exists (select from movements m where m.operation_id = o.id)`,
  'each payment that came is credited, on its way or declined': sql`
    select format('payment %s of %s %s is nowhere', r.id, r.amount, r.currency) as wrong
    from payment_receipts r join operations o on o.id = r.operation_id
    where r.status = 'received' and r.became is null and (o.status not in ('processing', 'completed', 'failed')
      or (select count(*) from payment_receipts x where x.operation_id = o.id and x.status = 'received' and x.became is null) > 1)`,
  'what a payment became is in the wallet, waits to be, was not confirmed, or goes back by hand': sql`
    select format('payment %s of %s %s became %s, which is %s', r.id, r.amount, r.currency, r.became, coalesce(o.status, 'nowhere')) as wrong
    from payment_receipts r left join operations o on o.id = r.became
    where r.became is not null and coalesce(o.status, 'nowhere') not in ('processing', 'completed')
      and (o.status, o.reason) is distinct from ('failed', 'payment_not_confirmed')
      and (o.status, o.reason) is distinct from ('failed', 'sent_back')
      and (o.status, o.reason) is distinct from ('failed', 'returned')`,
  'what came from outside came once, by a payment that a provider told of': sql`
    select format('%s is completed and has %s payments', o.id, n.payments) as wrong
    from operations o cross join lateral (
      select count(*) as payments from payment_receipts r
      where r.status = 'received' and (r.became = o.id or (r.operation_id = o.id and r.became is null))) n
    where o.kind in ('deposit', 'purchase') and o.status = 'completed' and o.details ? 'provider' and n.payments <> 1`,
  'a piece of news counts once': sql`
    select format('%s of %s counted %s times', id, provider, count(*)) as wrong
    from payment_receipts group by provider, id having count(*) > 1`,
  'what a payment became is what was paid': sql`
    select format('payment %s of %s %s became %s %s', r.id, r.amount, r.currency, o.give, o.give_currency) as wrong
    from payment_receipts r join operations o on o.id = coalesce(r.became, r.operation_id)
    where r.status = 'received' and (o.give, o.give_currency) is distinct from (r.amount, r.currency)`,
  'a completed transfer moved what its terms say, to whom they say': sql`
    select format('%s gave %s, paid %s, brought %s', o.id, s.gave, s.fee, s.brought) as wrong
    from operations o cross join lateral (
      select coalesce(-sum(p.amount) filter (where w.account_id = o.account_id and w.currency = o.give_currency), 0) as gave,
        coalesce(sum(p.amount) filter (where w.account_id = o.counterparty_id and w.currency = o.get_currency), 0) as brought,
        coalesce(sum(p.amount) filter (where p.house = 'fees'), 0) as fee
      from movements m join postings p on p.movement_id = m.id left join wallets w on w.id = p.wallet_id
      where m.operation_id = o.id) s
    where o.kind = 'transfer' and o.status = 'completed' and (s.gave, s.fee, s.brought) is distinct from (o.give, o.fee, o.get)`,
  'whoever got a transfer was told, once': sql`
    select format('%s was told to %s people', o.id, n.told) as wrong
    from operations o cross join lateral (
      select count(*) as told from notifications n where n.id = 'payment:' || o.id and n.account_id = o.counterparty_id) n
    where o.kind = 'transfer' and n.told <> case o.status when 'completed' then 1 else 0 end`,
  'what is got is worth the rest, rounded down': sql`
    select format('%s gets %s for %s', o.id, o.get, (o.give - o.fee) * o.rate) as wrong
    from operations o join currencies c on c.code = o.get_currency
    where o.kind in ('exchange', 'withdraw', 'transfer') and (o.get > (o.give - o.fee) * o.rate
      or (o.asked_side = 'give' and (o.give - o.fee) * o.rate - o.get >= power(10::numeric, -c.scale)))`,
  'a wallet has what the completed operations of its account say': sql`
    select format('wallet %s %s has %s, its operations say %s', w.account_id, w.currency, w.available + w.held, coalesce(s.amount, 0)) as wrong
    from wallets w left join (
      select account_id, currency, sum(amount) as amount from (
        select account_id, give_currency as currency, -give as amount from operations
          where status = 'completed' and kind in ('exchange', 'withdraw', 'transfer', 'card_order')
        union all
        select account_id, get_currency, get from operations
          where status = 'completed' and kind in ('exchange', 'deposit', 'purchase', 'bonus')
        union all
        select counterparty_id, get_currency, get from operations where status = 'completed' and kind = 'transfer') o
      group by account_id, currency) s on s.account_id = w.account_id and s.currency = w.currency
    where w.available + w.held <> coalesce(s.amount, 0)`,
  'a bonus came out of the house, once a person and event, and never to whom it was earned by': sql`
    select format('%s of %s by %s moved %s', o.id, o.account_id, b.invited_id, s.moved) as wrong
    from operations o left join referral_bonuses b on b.operation_id = o.id
    left join referrals r on r.invited_id = b.invited_id cross join lateral (
      select coalesce(-sum(p.amount) filter (where p.house = 'bonuses'), 0) as moved
      from movements m join postings p on p.movement_id = m.id where m.operation_id = o.id) s
    where o.kind = 'bonus' and (r.referrer_id is distinct from o.account_id or r.invited_id = o.account_id
      or s.moved <> case o.status when 'completed' then o.get else 0 end)`,
  'an operation of several lines is what they are together': sql`
    select format('%s is %s %s of %s, its lines are %s and get %s', o.id, o.status, o.reason, o.get, l.statuses, l.got) as wrong
    from operations o cross join lateral (
      select sum(c.get) as got, string_agg(c.status, ' ' order by c.id) as statuses, count(*) as all_lines,
        count(*) filter (where c.status = o.status) as same, count(*) filter (where c.status = 'completed') as done,
        count(*) filter (where c.status = 'processing') as going, count(*) filter (where c.status = 'failed') as failed
      from operations c where c.parent_id = o.id) l
    where o.kind = 'exchange_all' and not (l.got = o.get and o.give = o.get and case o.status
      when 'processing' then l.going > 0 and l.going + l.done + l.failed = l.all_lines
      when 'completed' then l.done > 0 and l.done + l.failed = l.all_lines and (l.failed > 0) = (o.reason is not distinct from 'some_failed')
      else l.same = l.all_lines end)`,
  'the timeline ends with the status': sql`
    select format('%s is %s, its timeline ends with %s', o.id, o.status, t.status) as wrong
    from operations o left join lateral (
      select status from operation_timeline t where t.operation_id = o.id order by t.id desc limit 1) t on true
    where t.status is distinct from o.status`,
  'the house can pay what unfinished exchanges and purchases are going to get': sql`
    select format('%s %s are promised, the house has %s', p.promised, p.currency, h.amount) as wrong
    from (select get_currency as currency, sum(get) as promised from operations
      where (kind = 'exchange' and status = 'processing') or (kind = 'purchase' and status in ('awaiting_payment', 'processing'))
      group by get_currency) p
    cross join lateral (select coalesce(sum(amount), 0) as amount from postings where house = 'exchange' and currency = p.currency) h
    where p.promised > h.amount`,
  'an unfinished operation that somebody executes has a job, a finished one has none': sql`
    select format('%s is %s and has %s', o.id, o.status, case when j.key is null then 'no job' else 'a job' end) as wrong
    from operations o left join graphile_worker.jobs j on j.key = o.id
    where o.kind in ('deposit', 'exchange', 'purchase', 'withdraw', 'transfer', 'card_order', 'bonus') and (o.status = 'processing') <> (j.key is not null)`,
};

/** Everything that is wrong with the money in this database, in words. Asked in one snapshot. */
export const bankErrors = async (db: Db): Promise<string[]> =>
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const errors: string[] = [];
      for (const [rule, question] of Object.entries(questions)) {
        const { rows } = await question.execute(snapshot);
        errors.push(...rows.map(({ wrong }) => `${rule}: ${wrong}`));
      }
      return errors;
    });

/** What an answer said of an operation. */
export interface Said {
  id: string;
  status: OperationStatus;
}

const rank = (status: OperationStatus): number =>
  ['open', 'awaiting_payment', 'processing'].includes(status)
    ? ['open', 'awaiting_payment', 'processing'].indexOf(status)
    : 3;

/** What was said and is so no more: operations that are gone, went back, or ended otherwise than they did. */
export const lostErrors = async (db: Db, said: Said[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('operations')
    .select(['id', 'status'])
    .where('id', 'in', [...new Set(said.map(({ id }) => id)), ''])
    .execute();
  const now = new Map(rows.map(({ id, status }) => [id, status]));
  return said.flatMap(({ id, status }) => {
    const is = now.get(id);
    const holds = is !== undefined && (rank(status) < 3 ? rank(is) >= rank(status) : is === status);
    return holds ? [] : [`what was answered stands: ${id} was ${status} and is ${is ?? 'gone'}`];
  });
};

/** Payments that the outside says were made, or that somebody was told of, and that nobody here has counted. When all is quiet. */
export const unheardErrors = async (db: Db, paid: string[]): Promise<string[]> => {
  const outside = await db.selectFrom('sandbox_payments').select('id').execute();
  const receipts = await db.selectFrom('payment_receipts').select('id').execute();
  const counted = new Set(receipts.map(({ id }) => id));
  return [...new Set([...outside.map(({ id }) => id), ...paid])]
    .filter((id) => !counted.has(id))
    .map((id) => `each payment that was made is counted: ${id} is not`);
};

/** The bank check of every suite that moves money. */
export const bankCheck = async (db: Db): Promise<void> => {
  expect(await bankErrors(db)).toEqual([]);
};

/** How much the account has in a currency, as the database says it: available and held. */
export const balanceOf = async (
  db: Db,
  accountId: string,
  currency: string,
): Promise<{ available: string; held: string }> => {
  const { rows } = await sql<{ available: string; held: string }>`
    select trim_scale(available)::text as available, trim_scale(held)::text as held
    from wallets where account_id = ${accountId} and currency = ${currency}`.execute(db);
  return rows[0] ?? { available: '0', held: '0' };
};
