import { sql } from 'kysely';
import type { Browser } from './browser.ts';
import { expectOk, mailTo, type TestServer } from './harness.ts';
import { decide } from '../../server/verification/decide.ts';
import type { Db } from '../../server/db/db.ts';

/** The name of somebody's link. */
export const linkOf = async (browser: Browser): Promise<string> =>
  (await browser.get('/api/referral/info')).body.payload.id as string;

/** A browser that opened that link asks for an account and proves its address. @returns the account's id. */
export const signUp = async (
  server: TestServer,
  { email, link, browser = server.browser() }: { email: string; link?: string; browser?: Browser },
): Promise<string> => {
  if (link !== undefined) await browser.get(`/api/referral/recruit/${link}`).then(expectOk);
  await browser.post('/api/auth/register', { email, password: 'a quiet long phrase' }).then(expectOk);
  const { code } = await mailTo(server, email);
  await browser.post('/api/auth/code', { code, remember: false }).then(expectOk);
  const { id } = await server.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return id;
};

/** Papers of theirs that a reviewer has found good, each time others. */
export const verify = async (db: Db, account: string, kind: 'passport' | 'id_card' = 'passport'): Promise<void> => {
  const id = `PAPERS${account.padStart(8, '0')}${kind.toUpperCase().padEnd(8, '0')}`;
  await sql`insert into verification_documents (id, account_id, kind, status, rounds)
    values (${id}, ${account}, ${kind}, 'in_review', 1) on conflict do nothing`.execute(db);
  await decide(db, { productName: 'Statera', publicUrl: undefined }, { id, round: 1 }, {});
};

/** What the ledger paid for invitations to an account, and whether all of it came out of the house's account for them. */
export const paidTo = async (db: Db, account: string): Promise<{ paid: string; sum: string; movements: string }> => {
  const { rows } = await sql<{ paid: string; sum: string; movements: string }>`
    select coalesce(sum(p.amount) filter (where p.wallet_id is not null), 0)::text as paid,
      coalesce(sum(p.amount), 0)::text as sum, count(distinct m.id)::text as movements
    from operations o join movements m on m.operation_id = o.id join postings p on p.movement_id = m.id
    where o.account_id = ${account} and o.kind = 'bonus' and (p.house is null or p.house = 'bonuses')`.execute(db);
  return rows[0]!;
};
