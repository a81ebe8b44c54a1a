import { sql, type RawBuilder } from 'kysely';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { shownNetwork } from '../http/request-facts.ts';
import { atOnce, pages, type Pages, type Row } from './pages.ts';

interface Placed {
  id: string;
  place: string;
}

/** Somebody else may have asked: of where, their network is told and no more. */
async function* placed(db: Db, ask: (after: string) => RawBuilder<Placed>): Pages {
  for await (const rows of pages(db, ask, 'id', '0'))
    yield rows.map((row) => ({ ...row, place: shownNetwork(row.place) }));
}

/**
 * The moment from which on its address is the account's: before, somebody else may have had it. Letters to an address that the
 * account had once are not told, since nothing says whose they were.
 */
const addressSince = (account: string): RawBuilder<Date> => sql<Date>`(
  select greatest(a.created_at, (select max(m.used_at) from mail_changes m where m.account_id = a.id and m.email = a.email))
  from accounts a where a.id = ${account})`;

/** What was asked about signing in to the account, from where, and which letters went out: no code and no token of theirs. */
export const tracesOf = ({ db, account: { id, email } }: SignedInCtx): Record<string, Pages> => ({
  earlier_browsers: pages<Row>(
    db,
    (after) => sql`
      select handle as id, device, place, created_at as since, seen_at, ended_at from remember_families f
      where account_id = ${id} and handle > ${after} and (ended_at is not null or not (
        exists (select 1 from remember_tokens t
                where t.family_id = f.id and t.replaced_at is null and t.expires_at > now())
        or exists (select 1 from sessions s where s.family_id = f.id and s.expires_at > now())))
      union all
      select handle, device, place, created_at, seen_at, expires_at from sessions
      where account_id = ${id} and handle > ${after} and family_id is null and replaced_by is null and expires_at <= now()
      order by 1 limit ${atOnce}`,
    'id',
    '',
  ),
  sign_in_requests: placed(
    db,
    (after) => sql`
      select id, device, place, requested_at, letters, tries, expires_at, used_at, voided_at from sign_in_requests
      where email = ${email} and coalesce(used_at, requested_at) >= ${addressSince(id)} and id > ${after}::bigint
      order by id limit ${atOnce}`,
  ),
  password_requests: placed(
    db,
    (after) => sql`
      select id, email, place, requested_at, expires_at, used_at, voided_at from password_resets
      where account_id = ${id} and id > ${after}::bigint order by id limit ${atOnce}`,
  ),
  address_changes: pages<Row>(
    db,
    (after) => sql`
      select id, email, tries, asked_at, expires_at, used_at, voided_at from mail_changes
      where account_id = ${id} and id > ${after}::bigint order by id limit ${atOnce}`,
    'id',
    '0',
  ),
  codes_of_operations: pages<Row>(
    db,
    (after) => sql`
      select operation_id as id, letters, tries, made_at, sent_at from second_steps
      where account_id = ${id} and operation_id > ${after} order by 1 limit ${atOnce}`,
    'id',
    '',
  ),
  looks_at_cards: pages<Row>(
    db,
    (after) => sql`
      select id, card_id as card, tries, asked_at, expires_at, used_at, voided_at from card_reveals
      where account_id = ${id} and id > ${after}::bigint order by id limit ${atOnce}`,
    'id',
    '0',
  ),
  // What a letter said may hold a code: that it was written is told, and what about.
  letters_sent: pages<Row>(
    db,
    (after) => sql`
      select id, kind, locale, created_at, sent_at from mail_outbox
      where recipient = ${email} and created_at >= ${addressSince(id)} and id > ${after}::bigint
      order by id limit ${atOnce}`,
    'id',
    '0',
  ),
});
