import { expect } from 'vitest';
import { bankCheck } from './bank.ts';
import { startChild, startServer, type ChildServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';

const quick = { SEED_DEMO: '0' };

interface Death {
  /** Where it dies, as `FAILPOINTS` says it. */
  at: string;
  /** What the person has. */
  money: Record<string, string>;
  /** Until it dies. */
  before(person: Person, server: ChildServer): Promise<void>;
  /** Afterwards, with a browser at the next server on the same database. */
  after(person: Person, server: TestServer): Promise<void>;
}

/** A server process that dies at the point, then another server on the same database, and the bank check. */
export const dying = async ({ at, money, before, after }: Death): Promise<void> => {
  const first = await startChild({ ...quick, FAILPOINTS: at });
  try {
    const person = await makePerson(first, money);
    await before(person, first);
    expect(await first.ended).toBe('SIGKILL');
    const second = await startServer({ ...quick, DATABASE_URL: first.databaseUrl });
    try {
      await after({ ...person, browser: await person.elsewhere(second) }, second);
      await bankCheck(first.db);
    } finally {
      await second.close();
    }
  } finally {
    await first.close();
  }
};
