import type { ExpectStatic } from 'vitest';
import { placeOf } from '../../machines/operation/operation.place.ts';
import { startChild, type ChildServer } from '../server/harness.ts';
import { hurry, makePerson } from '../server/money.ts';
import { endsAs } from '../server/transfer.ts';
import { mailedCode, payout } from '../server/withdraw.ts';
import { startCuttingProxy } from '../tools/cutting-proxy.ts';
import { effectsOf, submitUrl, ways, type MoneyFlow } from '../tools/money-flows.ts';
import { cells, longCells, type CellName, type Ground, type LongCellName } from './cells.ts';
import type { OpenPage, Page } from './page.ts';

/** A server that the cells of the matrix share, one after the other where they kill it. */
export interface Yard {
  server: ChildServer;
  environment: Record<string, string>;
}

/** Runs a cell with people of its own, and looks whether there is one effect, and the same truth, when all has ended. */
export async function runCell(
  yard: Yard,
  openPage: OpenPage,
  flow: MoneyFlow,
  cell: CellName | LongCellName,
  expect: ExpectStatic,
): Promise<void> {
  const way = ways[flow.name];
  if (!way)
    throw new Error(
      `nobody knows how ${flow.name} comes to its confirm: it needs a line in tests/tools/money-flows.ts`,
    );
  const { db } = yard.server;
  const [person, friend] = [await makePerson(yard.server, way.money), await makePerson(yard.server, way.friend ?? {})];
  await payout(db, person.number);
  const { http, body } = await way.check(person, friend);
  if (http !== 200) throw new Error(`${http} ${JSON.stringify(body)}`);
  const operation = body.payload as Ground['operation'];
  const submit = submitUrl(flow, operation);
  const line = await startCuttingProxy(Number(new URL(yard.server.url).port));
  const pages: Page[] = [];
  const visitor = {
    url: line.url,
    account: person.number,
    session: person.browser.cookies.get('session') ?? '',
    code: operation.second_step && (await mailedCode(db, person.number)),
    submit,
  };
  const place = placeOf(operation);
  try {
    await { ...cells, ...longCells }[cell]({
      expect,
      way,
      operation,
      db,
      line,
      place,
      submit: `POST ${submit} `,
      async open(path = place) {
        const page = await openPage(visitor, path);
        pages.push(page);
        return page;
      },
      async doom(point) {
        const failpoints = `${point}@${flow.submit.name}`;
        const headers = { 'content-type': 'application/json' };
        await fetch(`${yard.server.url}/dev/failpoints`, {
          method: 'POST',
          body: JSON.stringify({ failpoints }),
          headers,
        });
      },
      async revive() {
        expect(await yard.server.ended).toBe('SIGKILL');
        yard.server = { ...(await again(yard)), db };
        line.aim(Number(new URL(yard.server.url).port));
      },
    });
    const browser = await person.elsewhere(yard.server);
    const [last] = await Promise.all([endsAs(browser, operation, way.outcome), hurry(db)]);
    expect((await effectsOf(db, way, operation)).confirmed).toBe(1);
    await way.pay?.(yard.server, last);
    await endsAs(browser, operation, 'completed');
    const { confirmed, lines } = await effectsOf(db, way, operation);
    const one = { moved: way.moved, orders: way.ordered === null ? 0 : 1 };
    expect({ confirmed, lines }).toEqual({ confirmed: 1, lines: lines.map(() => one) });
  } finally {
    for (const page of pages) await page.close();
    await line.close();
  }
}

/** The same database served by a new process. */
const again = ({ server, environment }: Yard): Promise<ChildServer> =>
  startChild({ ...environment, DATABASE_URL: server.databaseUrl });

export async function openYard(environment: Record<string, string> = {}): Promise<Yard> {
  const all = { SEED_DEMO: '0', ...environment };
  return { server: await startChild(all), environment: all };
}
