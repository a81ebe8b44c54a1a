import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFailpoints } from '../../server/failpoints.ts';
import { createLog } from '../../server/log.ts';
import { settle } from '../../server/operations/settle.ts';
import { earnBonuses } from '../../server/referral/bonuses.ts';
import { readConfig } from '../../server/config.ts';
import { quiet } from '../setup/postgres.ts';
import { deep } from '../tools/deep.ts';
import { bankErrors } from './bank.ts';
import { expectOk, startChild, type ChildServer } from './harness.ts';
import { checked, hurry, makePerson, provider, submit, until, type Person } from './money.ts';
import { paidTo, verify } from './referral.ts';

const many = deep ? 100 : 20;
const sites: ChildServer[] = [];
const nth = (at: number): ChildServer => sites[at % sites.length]!;

/** Three processes on one database. */
beforeAll(async () => {
  sites.push(await startChild({ SEED_DEMO: '0' }));
  const { databaseUrl, db } = nth(0);
  sites.push(...(await Promise.all([1, 2].map(() => startChild({ SEED_DEMO: '0', DATABASE_URL: databaseUrl })))));
  await provider(db, 'settle');
});
afterAll(async () => {
  for (const site of sites.toReversed()) await site.close();
});

/** Somebody whom the host invited, and who has money. */
const guestOf = async (host: Person): Promise<Person> => {
  const { db } = nth(0);
  const guest = await makePerson(nth(0), { USD: '20000' });
  await sql`insert into referrals (id, invited_id, referrer_id)
    values (lpad(${guest.id}, 20, '0'), ${guest.id}, ${host.id})`.execute(db);
  return guest;
};

test(`F12 ${many} first exchanges at once, on three processes, and a verdict among them: one bonus an event, each paid once`, async () => {
  const { db } = nth(0);
  const host = await makePerson(nth(0), {});
  const guest = await guestOf(host);
  const browsers = await Promise.all(sites.map((site) => guest.elsewhere(site)));
  const operations = await Promise.all(
    Array.from({ length: many }, (_, at) => checked(browsers[at % browsers.length]!)),
  );
  const bonuses = async () => {
    const { rows } = await sql<{ id: string; status: string; get: string }>`
      select id, status, trim_scale(get)::text as get from operations where account_id = ${host.id} and kind = 'bonus'`.execute(
      db,
    );
    return rows;
  };
  await Promise.all([
    ...operations.map((one, at) => submit(browsers[(at + 1) % browsers.length]!, one).then(expectOk)),
    verify(db, guest.id),
    ...Array.from({ length: many }, (_, at) =>
      nth(at)
        .db.transaction()
        .execute((trx) => earnBonuses(trx, guest.id)),
    ),
  ]);
  await until(async () => (await bonuses()).length >= 2);
  await until(async () => {
    const { rows } = await sql`select 1 from operations
      where account_id = ${guest.id} and kind = 'exchange' and status <> 'completed' limit 1`.execute(db);
    return rows.length === 0;
  }, 'some exchange never ended');
  const earned = await bonuses();
  expect(earned.map(({ get }) => get).toSorted()).toEqual(['10', '5']);

  // Its jobs, in whichever process, and a hundred others at the same time.
  const needs = { db, log: createLog(readConfig(quiet)), failpoints: createFailpoints('') };
  const [counted] = await Promise.all([
    Promise.all(
      Array.from({ length: many }, (_, at) =>
        settle({ ...needs, db: nth(at).db }, earned[at % earned.length]!.id, { kind: 'done' }),
      ),
    ),
    hurry(db),
  ]);
  await until(async () => (await bonuses()).every(({ status }) => status === 'completed'));
  expect(counted.filter(Boolean).length).toBeLessThanOrEqual(2);
  expect(await paidTo(db, host.id)).toEqual({ paid: '15', sum: '0', movements: '2' });
  expect(await bankErrors(db)).toEqual([]);
});
