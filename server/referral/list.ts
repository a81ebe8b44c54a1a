import { sql } from 'kysely';
import { referralStates, type BonusEvent, type ReferralState, type Referred } from '../../contract/referral.ts';
import type { OperationStatus } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { isOperationId } from '../ledger/ids.ts';
import { currencyEntity, currencyOf, readCurrencies } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { maskedName } from '../transfer/masked-name.ts';

const pageSize = 20;

interface Row {
  id: string;
  invited: string | null;
  email: string;
  name: string | null;
  state: ReferralState;
  since: string;
  time: string;
}

/**
 * Everybody whom an account has invited: by letters that nobody has followed, and who came; `at` is when, and never another moment, so
 * that nobody changes pages. `since`: how far they have come they came by then; each step has earned a bonus in its own moment.
 */
const everybody = (account: string) => sql`
  select i.id, null::bigint as invited, i.email, null::text as name, 'invited' as state, i.sent_at as at, i.sent_at as since
  from referral_invites i where i.account_id = ${account} and i.joined_id is null
  union all
  select r.id, r.invited_id, a.email, p.display_name,
    case when exists (select 1 from referral_bonuses b where b.invited_id = r.invited_id and b.event = 'exchange') then 'earning'
         when a.verification_level > 0 then 'verified' else 'signed_up' end,
    r.joined_at,
    greatest(r.joined_at, (
      select max(o.created_at) from referral_bonuses b join operations o on o.id = b.operation_id where b.invited_id = r.invited_id))
  from referrals r join accounts a on a.id = r.invited_id left join personal p on p.account_id = a.id
  where r.referrer_id = ${account}`;

const readCursor = (cursor: string): [time: string, id: string] => {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (!/^\d{1,16}$/.test(time) || !isOperationId(id)) throw new Refusal(404, 'not_found');
  return [time, id];
};

/** One page of whom an account has invited, the newest first. @throws Refusal 404 for a path that no page gave. */
export const referredPageOf = async (
  db: Db,
  { id: account, locale }: { id: string; locale: 'ru' | 'en' },
  cursor?: string,
): Promise<{ items: Referred[]; next: string | null }> => {
  const behind = cursor === undefined ? undefined : readCursor(cursor);
  const { rows } = await sql<Row>`
    select *, (extract(epoch from at) * 1000000)::bigint as time from (${everybody(account)}) people
    where ${
      behind
        ? sql`(at, id) < (timestamptz 'epoch' + ${behind[0]}::bigint * interval '1 microsecond', ${behind[1]}::text)`
        : sql`true`
    }
    order by at desc, id desc limit ${pageSize + 1}`.execute(db);
  const shown = rows.slice(0, pageSize);
  const bonuses = await bonusesOf(
    db,
    shown.map(({ invited }) => invited).filter((id) => id !== null),
    locale,
  );
  const last = shown.at(-1);
  return {
    items: shown.map(({ id, invited, email, name, state, since: at }) => ({
      ...{ id, state, at },
      who: invited === null ? email : maskedName({ name, email }),
      bonuses: bonuses.get(invited ?? '') ?? [],
    })),
    next:
      rows.length > pageSize && last
        ? `/referral/list/${Buffer.from(`${last.time}.${last.id}`).toString('base64url')}`
        : null,
  };
};

/** What each of these people has earned for whoever invited them, by their account. */
const bonusesOf = async (db: Db, invited: string[], locale: 'ru' | 'en'): Promise<Map<string, Referred['bonuses']>> => {
  if (invited.length === 0) return new Map();
  type Bonus = {
    invited_id: string;
    event: BonusEvent;
    status: OperationStatus;
    get: string;
    get_currency: string;
    due: string | null;
  };
  const { rows } = await sql<Bonus>`
    select b.invited_id, b.event, o.status, o.get, o.get_currency, o.expected_by as due
    from referral_bonuses b join operations o on o.id = b.operation_id
    where b.invited_id = any(${invited}::bigint[]) order by o.created_at, b.event desc`.execute(db);
  const currencies = await readCurrencies(db);
  return new Map(
    [...Map.groupBy(rows, ({ invited_id: id }) => id)].map(([id, its]) => [
      id,
      its.map(({ event, status, get, get_currency: code, due }) => ({
        ...{ event, status, ...(due !== null && { due }) },
        amount: written(get, currencyOf(currencies, code).scale),
        currency: currencyEntity(currencyOf(currencies, code), locale),
      })),
    ]),
  );
};

/** How many came at least so far. */
export const funnelOf = async (db: Db, account: string): Promise<Record<ReferralState, number>> => {
  const { rows } = await sql<{ state: ReferralState; people: number }>`
    select state, count(*)::integer as people from (${everybody(account)}) people group by state`.execute(db);
  const from = (least: number) =>
    rows.reduce((sum, { state, people }) => sum + (referralStates.indexOf(state) >= least ? people : 0), 0);
  return { invited: from(0), signed_up: from(1), verified: from(2), earning: from(3) };
};
