import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '../../contract/operation.ts';
import type { Db } from '../../server/db/db.ts';
import type { Said } from './bank.ts';
import { chance, pick, ways } from './bank-ways.ts';
import type { Browser, Reply } from './browser.ts';
import { startChild, type ChildServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';
import { anotherCode, iban, mailedCode, payout, toBank } from './withdraw.ts';

const money = { USD: '3000', RUB: '40000', EUR: '900', JPY: '150000', BTC: '0.02', ETH: '0.4' };

/** Server processes on one database, some of which are always there. */
export class Site {
  servers: ChildServer[] = [];
  readonly #environment: Record<string, string>;
  readonly #size: number;
  readonly #first: ChildServer;

  private constructor(first: ChildServer, size: number) {
    this.#first = first;
    this.#size = size;
    this.#environment = { SEED_DEMO: '0', DATABASE_POOL: '8', DATABASE_URL: first.databaseUrl };
    this.servers = [first];
  }

  static async start(size: number): Promise<Site> {
    const site = new Site(await startChild({ SEED_DEMO: '0', DATABASE_POOL: '8' }), size);
    await Promise.all(Array.from({ length: size - 1 }, () => site.#another()));
    return site;
  }

  get db(): Db {
    return this.#first.db;
  }

  async #another(failpoint = ''): Promise<void> {
    const environment = this.#environment;
    // One that is to die in a settlement can do so before it serves anybody.
    const doomed = failpoint && startChild({ ...environment, FAILPOINTS: failpoint }).catch(() => undefined);
    this.servers.push((await (doomed || undefined)) ?? (await startChild(environment)));
  }

  /** One process dies in the middle of whatever it does, and another one takes its place, with a point where it will die by itself. */
  async replaceOne(failpoint: string): Promise<void> {
    const dying = this.servers.length > 1 ? pick(this.servers) : undefined;
    if (dying) {
      this.servers = this.servers.filter((server) => server !== dying);
      await dying.kill('SIGKILL');
      if (dying !== this.#first) await dying.db.destroy();
    }
    if (this.servers.length < this.#size) await this.#another(failpoint);
  }

  /** Those that died at their own points are missed from now on. */
  bury(): void {
    this.servers = this.servers.filter(
      (server) => server.process.exitCode === null && server.process.signalCode === null,
    );
  }

  async close(): Promise<void> {
    for (const server of this.servers) if (server !== this.#first) await server.close();
    await this.#first.close();
  }
}

/** Somebody who uses the bank from any of its processes, and remembers what they were told. */
export interface Customer {
  person: Person;
  friends: Customer[];
  said: Said[];
  /** Payments from outside that somebody was told to have made, by the names that the outside has for them. */
  paid: string[];
  /** HTTP statuses that they saw; 0: nobody answered. */
  seen: number[];
}

const browserOf = (site: Site, { person }: Customer): Browser => {
  const server = pick(site.servers);
  const browser = server.browser();
  browser.cookies.set('session', person.browser.cookies.get('session') ?? '');
  browser.account = person.number;
  return browser;
};

/** Asks some process; undefined when it died over the question. */
const ask = async (
  site: Site,
  customer: Customer,
  question: (browser: Browser) => Promise<Reply>,
): Promise<Operation | undefined> => {
  let reply: Reply;
  try {
    reply = await question(browserOf(site, customer));
  } catch {
    customer.seen.push(0);
    site.bury();
    // Until another one has taken its place.
    await pause(20);
    return undefined;
  }
  customer.seen.push(reply.http);
  if (reply.http !== 200) return undefined;
  const operation = reply.body.payload as Operation;
  customer.said.push({ id: operation.id, status: operation.status });
  return operation;
};

/**
 * Checks, then confirms once, here and there at once, or never; pays and cancels now and then; reads what became of it.
 * `kind`: which of `ways`, else any; `method`: by which way in or out, where it has several.
 */
export const act = async (
  site: Site,
  customer: Customer,
  kind = pick(Object.keys(ways)),
  method?: string,
): Promise<void> => {
  const way = ways[kind];
  if (!way) throw new Error(`nobody moves money by ${kind}`);
  const operation = await ask(site, customer, (browser) => way.check(browser, customer, method));
  if (!operation) return;
  const { id } = operation;
  const mailed = operation.second_step && (await mailedCode(site.db, customer.person.number));
  const code = mailed && (chance(90) ? mailed : anotherCode(mailed));
  const times = pick([0, 1, 1, 1, 2, 3]);
  const told = await Promise.all(
    Array.from({ length: times }, () => ask(site, customer, (browser) => way.confirm(browser, id, code))),
  );
  const ordered = told.find((one) => one?.payment !== undefined);
  // Somebody pays while it is read, taken back or confirmed once more.
  const paying = ordered && way.pay && chance(80) ? way.pay(pick(site.servers), ordered) : undefined;
  const paid = paying?.catch((): string[] => []);
  if (chance(way.cancel === true ? 50 : 5))
    await ask(site, customer, (browser) => browser.post('/api/operation/cancel', { id }));
  if (chance(50)) await ask(site, customer, (browser) => browser.get(`/api/operation/read/${id}`));
  customer.paid.push(...((await paid) ?? []));
};

/** Lives until the clock (`performance.now`) says so. */
export const live = async (site: Site, customer: Customer, end: number): Promise<void> => {
  while (performance.now() < end) await act(site, customer);
};

const behaviours = ['settle', 'settle', 'fail', 'twice', 'late', 'callback', 'hang'] as const;

/** The provider behaves otherwise towards somebody from now on. */
export const disturb = (site: Site, { person }: Customer): Promise<void> =>
  payout(site.db, person.number, pick(behaviours), {
    delay: pick([0, 50, 400]),
    pause: pick([0, 100, 600]),
  });

/** People with money in six currencies, each with five friends and somebody outside whom they have paid before; a third is unverified. */
export const makeCustomers = async (site: Site, count: number): Promise<Customer[]> => {
  const [server] = site.servers;
  if (!server) throw new Error('nobody serves');
  const people: Person[] = [];
  for (let made = 0; made < count; made += 2)
    people.push(...(await Promise.all(Array.from({ length: 2 }, () => makePerson(server, money)))));
  await site.db
    .insertInto('recipients')
    .values(
      people.map(({ id }) => ({
        account_id: id,
        method: 'bank_eur',
        target: iban,
        name: toBank.recipient,
        values: '{}',
      })),
    )
    .execute();
  const verified = people.filter((_, at) => at % 3 > 0).map(({ id }) => id);
  await site.db.updateTable('accounts').set({ verification_level: 1 }).where('id', 'in', verified).execute();
  const customers = people.map((person): Customer => ({ person, friends: [], said: [], paid: [], seen: [] }));
  for (const [at, customer] of customers.entries())
    customer.friends = [1, 2, 3, 4, 5].map((step) => customers[(at + step) % count] as Customer);
  for (const customer of customers) await disturb(site, customer);
  return customers;
};
