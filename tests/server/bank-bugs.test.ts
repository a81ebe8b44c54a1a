import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { createFailpoints } from '../../server/failpoints.ts';
import { move } from '../../server/ledger/movements.ts';
import { openWallet } from '../../server/ledger/wallets.ts';
import { holdLines } from '../../server/operations/holding.ts';
import { close, settle } from '../../server/operations/settle.ts';
import { bankErrors, lostErrors, type Said } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';
import { checked, makePerson, provider, submit, type Person } from './money.ts';
import { byBank, callBack, ordered } from './payments.ts';
import { checkedTransfer, endsAs, send } from './transfer.ts';

/**
 * Bugs are planted into the ledger one at a time, and taken out again. Each is made as a mistake would be made: the guard of
 * the database that would have refused it is taken away as well, so that the bank check stands alone.
 */
let server: TestServer;
let before: Set<string>;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  // What is under way stays so until the test ends it.
  await provider(server.db, 'hang');
  before = new Set(await bankErrors(server.db));
});
afterAll(() => server.close());

const run = async (...statements: string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(server.db);
};
const needs = () => ({ db: server.db, log: pino({ enabled: false }), failpoints: createFailpoints('') });
const done = (id: string) => settle(needs(), id, { kind: 'done' });
const refused = (id: string) => settle(needs(), id, { kind: 'refused', reason: 'provider_declined' });

interface Scene {
  ann: Person;
  bob: Person;
  said: Said[];
  exchanged(): Promise<Operation>;
  transferred(): Promise<Operation>;
  all(): Promise<Operation>;
}

const scene = async (): Promise<Scene> => {
  const [ann, bob] = [await makePerson(server, { USD: '1000', EUR: '1000' }), await makePerson(server, { USD: '10' })];
  const said: Said[] = [];
  const heard = (operation: Operation) => {
    said.push({ id: operation.id, status: operation.status });
    return operation;
  };
  return {
    ann,
    bob,
    said,
    exchanged: async () => {
      const operation = await checked(ann.browser, { src: 'USD', dst: 'ETH', side: 'give', amount: '100' });
      return heard((await submit(ann.browser, operation)).body.payload);
    },
    transferred: async () => {
      const operation = await checkedTransfer(ann.browser, { to: bob.number });
      await send(ann.browser, operation);
      return heard(await endsAs(ann.browser, operation, 'completed'));
    },
    all: async () => {
      const { body } = await ann.browser.post('/api/exchange/all/BTC', { wallets: ['USD', 'EUR'] });
      return heard((await ann.browser.post('/api/exchange/all', { id: body.payload.id })).body.payload);
    },
  };
};

const onPostings = (body: string): string[] => [
  `create function planted() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
  'create trigger a_planted before insert on postings for each row execute function planted()',
];
const offPostings = ['drop trigger a_planted on postings', 'drop function planted'];
const onReceipts = (body: string): string[] => [
  `create function planted() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
  'create trigger a_planted before insert on payment_receipts for each row execute function planted()',
];
const offReceipts = ['drop trigger a_planted on payment_receipts', 'drop function planted'];
/** That an order was paid, as its bank tells it. */
const newsOf = ({ id }: Operation) => ({
  id: `paid-${id}`,
  provider: 'bank' as const,
  order: id,
  status: 'received' as const,
  currency: 'EUR',
  amount: byBank.amount,
  at: new Date().toISOString(),
});

interface Bug {
  name: string;
  rule: string;
  plant?: string[];
  life: (scene: Scene) => Promise<unknown>;
  pull?: string[];
}

const bugs: Bug[] = [
  {
    name: 'the fee is taken and nobody gets it',
    rule: 'postings of an operation sum to zero per currency',
    plant: ['alter table postings disable trigger fit', ...onPostings(`if new.note = 'fee' then return null; end if;`)],
    life: async ({ transferred }) => transferred(),
    pull: [...offPostings, 'alter table postings enable trigger fit'],
  },
  {
    name: 'what was sent comes to somebody else',
    rule: 'a completed transfer moved what its terms say',
    plant: onPostings(
      `if new.note = 'transfer' then new.wallet_id := (select min(id) from wallets where currency = new.currency); end if;`,
    ),
    life: async ({ transferred }) => transferred(),
    pull: offPostings,
  },
  {
    name: 'one unit more than the terms say is got, out of the remainder',
    rule: 'a completed exchange moved what its terms say',
    plant: onPostings(
      `if new.note = 'get' then new.amount := new.amount + 1e-18; end if;
       if new.note = 'price' then new.amount := new.amount - 1e-18; end if;`,
    ),
    life: async ({ exchanged }) => done((await exchanged()).id),
    pull: offPostings,
  },
  {
    name: 'a price is rounded up',
    rule: 'what is got is worth the rest, rounded down',
    plant: [
      `create function planted() returns trigger language plpgsql as $$ begin new.get := new.get + 1e-18; return new; end $$`,
      `create trigger a_planted before insert on operations for each row when (new.kind = 'exchange') execute function planted()`,
    ],
    life: async ({ exchanged }) => exchanged(),
    pull: ['drop trigger a_planted on operations', 'drop function planted'],
  },
  {
    name: 'a balance moves without a posting',
    rule: 'balances are the sum of their postings',
    plant: ['alter table wallets disable trigger follow_postings'],
    life: async ({ ann }) =>
      sql`update wallets set available = available + 0.01 where account_id = ${ann.id} and currency = 'USD'`.execute(
        server.db,
      ),
    pull: ['alter table wallets enable trigger follow_postings'],
  },
  {
    name: 'postings move no balance',
    rule: 'balances are the sum of their postings',
    plant: ['alter table postings disable trigger move_balances'],
    life: async ({ exchanged }) => exchanged(),
    pull: ['alter table postings enable trigger move_balances'],
  },
  {
    name: 'the money is not set aside',
    rule: 'an operation that holds money moved it as its status says',
    life: async ({ ann }) => {
      const operation = await checked(ann.browser, { src: 'USD', dst: 'ETH', side: 'give', amount: '100' });
      await sql`update operations set status = 'processing', submitted_at = now() where id = ${operation.id}`.execute(
        server.db,
      );
    },
  },
  {
    name: 'more is spent than there is',
    rule: 'no balance is negative',
    plant: ['alter table wallets drop constraint wallets_available_not_negative'],
    life: async ({ ann }) => {
      const ask = { src: 'EUR', dst: 'ETH', side: 'give', amount: '700' } as const;
      const [one, two] = [await checked(ann.browser, ask), await checked(ann.browser, ask)];
      await submit(ann.browser, one);
      await submit(ann.browser, two);
    },
    pull: [
      'alter table wallets add constraint wallets_available_not_negative check (available >= 0 and available < 1e30) not valid',
    ],
  },
  {
    name: 'what nobody knows the outcome of is given back',
    rule: 'held is what unfinished operations keep',
    life: async ({ exchanged }) => {
      const { id } = await exchanged();
      await sql`
        with o as (select * from operations where id = ${id}), m as (
          insert into movements (operation_id, kind) select id, 'release' from o returning id)
        insert into postings (movement_id, wallet_id, part, currency, amount, note)
        select m.id, w.id, v.part, 'USD', v.sign * o.give, 'release'
        from m, o, (values ('held', -1), ('available', 1)) v (part, sign), wallets w
        where w.account_id = o.account_id and w.currency = 'USD'`.execute(server.db);
    },
  },
  {
    name: 'a refusal pays as well',
    rule: 'an operation that holds money moved it as its status says',
    plant: [
      `create function planted() returns trigger language plpgsql as $$ begin
        if old.status = 'processing' and new.status = 'completed' then new.status := 'failed'; end if; return new; end $$`,
      'create trigger z_planted before update on operations for each row execute function planted()',
    ],
    life: async ({ exchanged }) => {
      const { id } = await exchanged();
      await server.db.transaction().execute(async (trx) => {
        const row = await trx.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        await trx.updateTable('operations').set({ status: 'completed' }).where('id', '=', id).execute();
        await close(trx, { ...row, status: 'completed' });
      });
    },
    pull: ['drop trigger z_planted on operations', 'drop function planted'],
  },
  {
    name: 'an operation of several lines is over before its lines are',
    rule: 'an operation of several lines is what they are together',
    life: async ({ all }) => {
      const { id } = await all();
      await sql`update operations set status = 'completed' where id = ${id}`.execute(server.db);
    },
  },
  {
    name: 'one line of several fails and nobody says so',
    rule: 'an operation of several lines is what they are together',
    plant: [
      `create function planted() returns trigger language plpgsql as $$ begin new.reason := null; return new; end $$`,
      `create trigger z_planted before update on operations for each row
        when (new.kind = 'exchange_all' and new.status = 'completed') execute function planted()`,
    ],
    life: async ({ all }) => {
      const [one, two] = (await all()).lines ?? [];
      await done(one?.id ?? '');
      await refused(two?.id ?? '');
    },
    pull: ['drop trigger z_planted on operations', 'drop function planted'],
  },
  {
    name: 'an answer is given and what it said is undone, all of it',
    rule: 'what was answered stands',
    plant: [
      ...['movements', 'postings', 'operation_timeline'].map(
        (table) => `alter table ${table} disable trigger append_only`,
      ),
      'alter table operations disable trigger user',
      'alter table wallets disable trigger follow_postings',
    ],
    life: async ({ exchanged, ann }) => {
      const { id } = await exchanged();
      const job = sql`select graphile_worker.remove_job(${id})`;
      for (const statement of [
        sql`delete from postings where movement_id in (select id from movements where operation_id = ${id})`,
        sql`delete from movements where operation_id = ${id}`,
        sql`update wallets set available = available + held, held = 0 where account_id = ${ann.id} and currency = 'USD'`,
        sql`update operations set status = 'open', submitted_at = null where id = ${id}`,
        sql`delete from operation_timeline where operation_id = ${id} and status <> 'open'`,
        job,
      ])
        await statement.execute(server.db);
    },
    pull: [
      ...['movements', 'postings', 'operation_timeline'].map(
        (table) => `alter table ${table} enable trigger append_only`,
      ),
      'alter table operations enable trigger user',
      'alter table wallets enable trigger follow_postings',
    ],
  },
  {
    name: 'nobody asks about an order any more',
    rule: 'an unfinished operation that somebody executes has a job',
    life: async ({ ann }) => {
      const { id } = await checked(ann.browser, { src: 'USD', dst: 'ETH', side: 'give', amount: '100' });
      await server.db.transaction().execute(async (trx) => {
        const [row] = await trx
          .updateTable('operations')
          .set({ status: 'processing', submitted_at: sql`clock_timestamp()` })
          .where('id', '=', id)
          .returningAll()
          .execute();
        if (row) await move(trx, id, 'hold', holdLines(row, await openWallet(trx, ann.id, 'USD')));
      });
    },
  },
  {
    name: 'money is credited that nobody paid',
    rule: 'what came from outside came once',
    life: async ({ ann }) => {
      const { id } = await ordered(ann.browser, 'deposit', byBank);
      await sql`update operations set status = 'processing' where id = ${id}`.execute(server.db);
      await done(id);
    },
  },
  {
    name: 'another amount counts as what was ordered',
    rule: 'what a payment became is what was paid',
    plant: onReceipts(`new.amount := 40;`),
    life: async ({ ann }) => {
      const order = await ordered(ann.browser, 'deposit', byBank);
      await callBack(server, newsOf(order));
    },
    pull: offReceipts,
  },
  {
    name: 'what came and waits for papers is refused by somebody who never had it',
    rule: 'what a payment became is in the wallet, waits to be, was not confirmed, or goes back by hand',
    life: async ({ ann }) => {
      const order = await ordered(ann.browser, 'deposit', byBank);
      await callBack(server, { ...newsOf(order), amount: '50000' });
      const { body } = await ann.browser.get(`/api/operation/read/${order.id}`);
      expect(await refused(body.payload.replaced_by)).toBe(true);
    },
  },
  // The last two: what they leave can never be unique again.
  {
    name: 'one piece of news counts each time it is told',
    rule: 'a piece of news counts once',
    plant: ['alter table payment_receipts drop constraint payment_receipts_pkey'],
    life: async ({ ann }) => {
      const news = newsOf(await ordered(ann.browser, 'deposit', byBank));
      for (const time of [1, 2]) expect([time, (await callBack(server, news)).counted]).toEqual([time, true]);
    },
  },
  {
    name: 'an outcome counts twice',
    rule: 'an operation is held at most once and ended at most once',
    plant: [
      'alter table movements drop constraint movements_one_effect',
      'alter table wallets drop constraint wallets_held_not_negative',
    ],
    life: async ({ exchanged }) => {
      const { id } = await exchanged();
      await done(id);
      await server.db.transaction().execute(async (trx) => {
        const row = await trx.selectFrom('operations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        await close(trx, row);
      });
    },
  },
];

describe('the bank check', () => {
  test('F3 F4 F9 finds nothing where nothing is wrong: the same life without a bug', async () => {
    const { exchanged, transferred, all, said } = await scene();
    await done((await exchanged()).id);
    await refused((await exchanged()).id);
    await transferred();
    for (const line of (await all()).lines ?? []) await done(line.id);
    expect([...(await bankErrors(server.db)), ...(await lostErrors(server.db, said))]).toEqual([]);
  });

  test.each(bugs)('F3 F4 F7 F9 a planted bug is caught: $name', async ({ rule, plant = [], life, pull = [] }) => {
    const here = await scene();
    await run(...plant);
    try {
      await life(here);
    } finally {
      await run(...pull);
    }
    const errors = [...(await bankErrors(server.db)), ...(await lostErrors(server.db, here.said))];
    const fresh = errors.filter((error) => !before.has(error));
    for (const error of fresh) before.add(error);
    expect(fresh).toContainEqual(expect.stringContaining(rule));
  });

  test('F3 F4 F9 at least twelve were planted', () => {
    expect(bugs.length).toBeGreaterThanOrEqual(12);
  });
});
