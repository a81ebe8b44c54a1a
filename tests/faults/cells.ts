import type { ExpectStatic } from 'vitest';
import { added } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Point } from '../../server/failpoints.ts';
import type { Db } from '../../server/db/db.ts';
import { until } from '../server/money.ts';
import type { CuttingProxy } from '../tools/cutting-proxy.ts';
import { effectsOf, type Effects, type Way } from '../tools/money-flows.ts';
import type { Page, Sight } from './page.ts';

/** One checked operation, and a line to the server that can be cut. */
export interface Ground {
  /** Of the test: those that run side by side have each its own. */
  expect: ExpectStatic;
  way: Way;
  operation: Operation;
  db: Db;
  line: CuttingProxy;
  /** First line of the request that confirms. */
  submit: string;
  /** Another tab at the same operation, or elsewhere. */
  open(path?: string): Promise<Page>;
  /** Where the operation stands. */
  place: string;
  /** The server dies when it comes to this point of the confirm. */
  doom(point: Point): Promise<void>;
  /** It has died; another one takes its place, and the line leads there. */
  revive(): Promise<void>;
}

/** Until the truth is told: from the moment at which the line is there again. */
const patience = { timeout: 10_000, interval: 50 };
/** The same where nobody is told that anything has changed: the next question may be as far away as questions ever are. */
const untilNextQuestion = { ...patience, timeout: patience.timeout + added.pollLongest };
const tells = ({ expect }: Ground, page: Page, sight: Sight): Promise<void> =>
  expect.poll(() => page.sight(), patience).toBe(sight);

/** What stands there before anything is cut: a page may take its time to open. */
const shows = ({ expect }: Ground, page: Page, sight: Sight): Promise<void> =>
  expect.poll(() => page.sight(), { ...patience, timeout: 30_000 }).toBe(sight);

const effects = ({ db, way, operation }: Ground): Promise<Effects> => effectsOf(db, way, operation);
const confirmedTimes = async (ground: Ground): Promise<number> => (await effects(ground)).confirmed;
/** It was not confirmed: nothing moved, nothing was ordered. */
const nothingHappened = async (ground: Ground): Promise<void> => {
  const { confirmed, lines } = await effects(ground);
  ground
    .expect([confirmed, ...lines.flatMap(({ moved, orders }) => [moved, orders])])
    .toEqual([0, ...lines.flatMap(() => [[], 0])]);
};

const onReview = async (ground: Ground): Promise<Page> => {
  const page = await ground.open();
  await shows(ground, page, 'review');
  return page;
};
const isCommitted = (ground: Ground): Promise<void> => until(async () => (await confirmedTimes(ground)) === 1);

/** Confirmed again after nothing had been sent. */
async function confirmAfterAll(ground: Ground, page: Page): Promise<void> {
  await page.confirm();
  await tells(ground, page, ground.way.outcome);
}

/** It was done, its answer is gone, and so is the line: nobody here knows until it is back. */
async function lostAfterCommit(ground: Ground) {
  const page = await onReview(ground);
  const cut = ground.line.cutAnswers(ground.submit);
  await page.confirm();
  await cut.happened;
  ground.line.down();
  await tells(ground, page, 'finding out');
  return { page, cut };
}

/** The server dies at a point of the confirm; the page finds out, and tells what became of it. */
const killed = (point: Point) => async (ground: Ground) => {
  const page = await onReview(ground);
  await ground.doom(point);
  await page.confirm();
  await tells(ground, page, 'finding out');
  await ground.revive();
  if (point === 'after COMMIT') {
    // What a dead process had in its hands is given back after seconds: until then it is under way, and that is said.
    await ground.expect.poll(() => page.sight(), patience).toBeOneOf(['processing', ground.way.outcome]);
    await shows(ground, page, ground.way.outcome);
    ground.expect(page.sent()).toBe(1);
    return;
  }
  await tells(ground, page, 'nothing was sent');
  await nothingHappened(ground);
  ground.expect(page.sent()).toBe(1);
  await confirmAfterAll(ground, page);
};

/** Each leaves an operation that was confirmed, with one effect. */
export const cells = {
  'lost answer, before COMMIT': async (ground: Ground) => {
    const page = await onReview(ground);
    const cut = ground.line.cutRequests(ground.submit);
    await page.confirm();
    await cut.happened;
    await tells(ground, page, 'nothing was sent');
    cut.stop();
    await nothingHappened(ground);
    ground.expect(page.sent()).toBe(1);
    await confirmAfterAll(ground, page);
  },

  'a confirm comes out of the line late': async (ground: Ground) => {
    const page = await onReview(ground);
    const held = ground.line.holdRequests(ground.submit);
    await page.confirm();
    await held.happened;
    await page.online();
    await tells(ground, page, 'nothing was sent');
    await nothingHappened(ground);
    held.stop();
    await ground.expect.poll(() => page.sight(), untilNextQuestion).toBeOneOf(['processing', ground.way.outcome]);
    await shows(ground, page, ground.way.outcome);
    ground.expect(page.sent()).toBe(1);
  },

  'lost answer, after COMMIT': async (ground: Ground) => {
    const { page, cut } = await lostAfterCommit(ground);
    cut.stop();
    ground.line.up();
    await tells(ground, page, ground.way.outcome);
    ground.expect(page.sent()).toBe(1);
  },

  'reload, before COMMIT': async (ground: Ground) => {
    const page = await onReview(ground);
    const held = ground.line.holdRequests(ground.submit);
    await page.confirm();
    await held.happened;
    await page.reload();
    await tells(ground, page, 'review');
    await nothingHappened(ground);
    // What was on its way arrives after all, or was given up with the page: either way there is one effect.
    held.stop();
    await confirmAfterAll(ground, page);
  },

  'reload, after COMMIT': async (ground: Ground) => {
    const page = await onReview(ground);
    const held = ground.line.holdAnswers(ground.submit);
    await page.confirm();
    await isCommitted(ground);
    await page.reload();
    await tells(ground, page, ground.way.outcome);
    held.stop();
    ground.expect(page.sent()).toBe(1);
  },

  'two tabs, before COMMIT': async (ground: Ground) => {
    const tabs = await Promise.all([onReview(ground), onReview(ground)]);
    const held = ground.line.holdRequests(ground.submit);
    await Promise.all(tabs.map((tab) => tab.confirm()));
    await until(async () => ground.line.requests.filter((each) => each.startsWith(ground.submit)).length > 1);
    await nothingHappened(ground);
    held.stop();
    await Promise.all(tabs.map((tab) => tells(ground, tab, ground.way.outcome)));
    ground.expect(tabs.map((tab) => tab.sent())).toEqual([1, 1]);
  },

  'two tabs, after COMMIT': async (ground: Ground) => {
    const [one, two] = [await onReview(ground), await onReview(ground)];
    await one.confirm();
    await isCommitted(ground);
    await two.confirm();
    await Promise.all([one, two].map((tab) => tells(ground, tab, ground.way.outcome)));
    ground.expect([one.sent(), two.sent()]).toEqual([1, 1]);
  },

  'killed before BEGIN': killed('before BEGIN'),
  'killed before COMMIT': killed('before COMMIT'),
  'killed after COMMIT': killed('after COMMIT'),

  'double click': async (ground: Ground) => {
    const page = await onReview(ground);
    await page.confirm('twice');
    await tells(ground, page, ground.way.outcome);
    ground.expect(page.sent()).toBe(1);
  },

  'back button': async (ground: Ground) => {
    const page = await ground.open('/exchanges');
    await page.follow(ground.place);
    await shows(ground, page, 'review');
    await page.back();
    await shows(ground, page, 'elsewhere');
    await nothingHappened(ground);
    await page.forward();
    await shows(ground, page, 'review');
    const held = ground.line.holdAnswers(ground.submit);
    await page.confirm();
    await isCommitted(ground);
    await page.back();
    await shows(ground, page, 'elsewhere');
    held.stop();
    await page.forward();
    await tells(ground, page, ground.way.outcome);
    ground.expect(page.sent()).toBe(1);
  },
} satisfies Record<string, (ground: Ground) => Promise<void>>;

/** What lasts longer than a page asks: it says so, and finds the truth by itself when there is somebody to ask. Nobody presses anything. */
export const longCells = {
  'the server is down for longer than a minute': async (ground: Ground) => {
    const { page, cut } = await lostAfterCommit(ground);
    await page.passes(added.findingOut);
    await tells(ground, page, 'unknown');
    cut.stop();
    ground.line.up();
    await tells(ground, page, ground.way.outcome);
    ground.expect(page.sent()).toBe(1);
  },

  'an answer is held and never cut': async (ground: Ground) => {
    const page = await onReview(ground);
    const held = ground.line.holdAnswers(ground.submit);
    await page.confirm();
    await isCommitted(ground);
    const silent = ground.line.holdAnswers('GET /api/');
    await page.passes(added.answer + 5_000);
    await tells(ground, page, 'finding out');
    silent.stop();
    await tells(ground, page, ground.way.outcome);
    held.stop();
    ground.expect(page.sent()).toBe(1);
  },

  'an operation is opened, and nobody answers': async (ground: Ground) => {
    const silent = ground.line.holdAnswers(`GET /api/operation/read/${ground.operation.id} `);
    const page = await ground.open();
    await silent.happened;
    await page.passes(added.statusAnswer + 4_000);
    await tells(ground, page, 'unreadable');
    silent.stop();
    await tells(ground, page, 'review');
    await confirmAfterAll(ground, page);
    ground.expect(page.sent()).toBe(1);
  },
} satisfies Record<string, (ground: Ground) => Promise<void>>;

export type LongCellName = keyof typeof longCells;
export const longCellNames = Object.keys(longCells) as LongCellName[];
export type CellName = keyof typeof cells;
export const cellNames = Object.keys(cells) as CellName[];
export const isKill = (cell: CellName): boolean => cell.startsWith('killed');
