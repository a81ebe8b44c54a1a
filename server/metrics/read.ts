import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isStillToGo } from '../mail/outbox.ts';
import { isLate } from '../operations/late.ts';

export interface Waiting {
  task: string;
  state: 'due' | 'later' | 'running' | 'given_up';
  count: number;
}

/** Jobs of the database by task and state. */
export const waitingJobs = async (db: Db): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select task_identifier as task,
      case
        when locked_by is not null then 'running'
        when attempts >= max_attempts then 'given_up'
        when run_at > now() then 'later'
        else 'due'
      end as state,
      count(*)::integer as count
    from graphile_worker.jobs group by 1, 2`.execute(db);
  return rows;
};

/** Operations that are under way for longer than was promised, by kind, and for how many seconds the oldest is late. */
export const lateOperations = async (db: Db): Promise<{ kind: string; count: number; seconds: number }[]> => {
  const { rows } = await sql<{ kind: string; count: number; seconds: number }>`
    select kind, count(*)::integer as count, extract(epoch from clock_timestamp() - min(expected_by))::float8 as seconds
    from operations o where ${isLate} group by 1`.execute(db);
  return rows;
};

/** Letters that have not gone and are still of use, by kind, and for how many seconds the oldest has been waiting. */
export const waitingLetters = async (db: Db): Promise<{ kind: string; count: number; seconds: number }[]> => {
  const { rows } = await sql<{ kind: string; count: number; seconds: number }>`
    select kind, count(*)::integer as count, extract(epoch from clock_timestamp() - min(created_at))::float8 as seconds
    from mail_outbox where ${isStillToGo} group by 1`.execute(db);
  return rows;
};

/** What waits for a person of the house, all of it told, also where there is none; and since how many seconds the oldest does. */
export const waitingForPeople = async (db: Db): Promise<{ what: string; count: number; seconds: number }[]> => {
  const { rows } = await sql<{ what: string; count: number; seconds: number }>`
    select what, count(since)::integer as count,
      coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float8 as seconds
    from unnest(array['refused_payments', 'owed_deposits', 'unverified_deposits', 'papers', 'support']) as what
    left join (
      select 'refused_payments' as of, r.heard_at as since from refused_payments r where r.done_at is null and not exists (
        select from payment_receipts p where p.provider = r.provider and p.id = r.id and p.status = 'received')
      union all select 'owed_deposits', ended_at from returned_deposits where sent_at is null
      union all select 'unverified_deposits', created_at from operations
        where kind = 'deposit' and status = 'processing' and reason = 'needs_verification'
      union all select 'papers', submitted_at from verification_documents where status = 'in_review'
      union all select 'support', waits_since from chats where waits_since is not null
    ) waiting on waiting.of = what
    group by 1`.execute(db);
  return rows;
};

export interface Changed {
  kind: string;
  status: string;
  count: number;
}

/** Of a place in the timeline: once all transactions before `until` have ended, nothing at or before `last` is still to come. */
interface Mark {
  last: bigint;
  until: bigint;
}

/** Lines of the timeline that one question counts. More wait for the next one. */
const most = 200_000n;

/**
 * Each call answers what has become of operations since the one before, by kind and new status; the first answers nothing. A
 * line of the timeline is seen once its transaction is through, and transactions end in another order than they began: so
 * it is read up to a mark behind which nothing is under way.
 */
export const followChanges = (db: Db): (() => Promise<Changed[]>) => {
  let counted: bigint | undefined;
  let waiting: Mark | undefined;
  return async () => {
    const { rows } = await sql<{ last: string; oldest: string; next: string }>`
      select coalesce(max(id), 0)::text as last,
        pg_snapshot_xmin(pg_current_snapshot())::text as oldest,
        pg_current_xact_id()::text as next
      from operation_timeline`.execute(db);
    const [now] = rows;
    if (!now) return [];
    const here = { last: BigInt(now.last), until: BigInt(now.next) };
    const from = counted;
    if (from === undefined) {
      counted = here.last;
      return [];
    }
    const mark = waiting ?? here;
    if (BigInt(now.oldest) < mark.until) {
      waiting = mark;
      return [];
    }
    const to = mark.last - from > most ? from + most : mark.last;
    const { rows: changed } = await sql<Changed>`
      select o.kind, t.status, count(*)::integer as count
      from operation_timeline t join operations o on o.id = t.operation_id
      where t.id > ${String(from)}::bigint and t.id <= ${String(to)}::bigint
        -- A line may tell another reason of the same status.
        and not exists (
          select 1 from operation_timeline b where b.operation_id = t.operation_id and b.id < t.id and b.status = t.status)
      group by 1, 2`.execute(db);
    counted = to;
    if (to < mark.last) waiting = mark;
    else waiting = mark === here ? undefined : here;
    return changed;
  };
};
