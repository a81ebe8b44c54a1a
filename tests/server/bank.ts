import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
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
      where o.account_id = w.account_id and o.give_currency = w.currency and o.status = 'processing') o
    where w.held <> o.kept`,
  'no balance is negative': sql`
    select format('wallet %s %s has %s + %s', account_id, currency, available, held) as wrong
    from wallets where available < 0 or held < 0`,
  'an operation is held at most once and ended at most once': sql`
    select format('%s has %s movements %s', operation_id, count(*), step) as wrong
    from movements group by operation_id, step having count(*) > 1`,
  'an exchange moved money as its status says': sql`
    select format('%s is %s and has moved %s', o.id, o.status, moved) as wrong
    from operations o cross join lateral (
      select coalesce(string_agg(m.kind, ' ' order by m.id), 'nothing') as moved from movements m where m.operation_id = o.id) m
    where o.kind = 'exchange' and moved <> case o.status
      when 'processing' then 'hold' when 'completed' then 'hold settle'
      when 'failed' then 'hold release' when 'cancelled' then 'hold release' else 'nothing' end`,
  'a completed exchange moved what its terms say': sql`
    select format('%s gave %s, paid %s, got %s', o.id, s.gave, s.fee, s.got) as wrong
    from operations o cross join lateral (
      select coalesce(-sum(p.amount) filter (where p.wallet_id is not null and p.currency = o.give_currency), 0) as gave,
        coalesce(sum(p.amount) filter (where p.wallet_id is not null and p.currency = o.get_currency), 0) as got,
        coalesce(sum(p.amount) filter (where p.house = 'fees'), 0) as fee
      from movements m join postings p on p.movement_id = m.id where m.operation_id = o.id) s
    where o.kind = 'exchange' and o.status = 'completed' and (s.gave, s.fee, s.got) is distinct from (o.give, o.fee, o.get)`,
  'the timeline ends with the status': sql`
    select format('%s is %s, its timeline ends with %s', o.id, o.status, t.status) as wrong
    from operations o left join lateral (
      select status from operation_timeline t where t.operation_id = o.id order by t.id desc limit 1) t on true
    where t.status is distinct from o.status`,
  'the house can pay what unfinished exchanges are going to get': sql`
    select format('%s %s are promised, the house has %s', p.promised, p.currency, h.amount) as wrong
    from (select get_currency as currency, sum(get) as promised from operations
      where kind = 'exchange' and status = 'processing' group by get_currency) p
    cross join lateral (select coalesce(sum(amount), 0) as amount from postings where house = 'exchange' and currency = p.currency) h
    where p.promised > h.amount`,
  'an unfinished exchange has a job, a finished one has none': sql`
    select format('%s is %s and has %s', o.id, o.status, case when j.operation_id is null then 'no job' else 'a job' end) as wrong
    from operations o left join jobs j on j.operation_id = o.id
    where o.kind = 'exchange' and (o.status = 'processing') <> (j.operation_id is not null)`,
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
