import { describe, expect, test } from 'vitest';
import { hour, minute, openLivingPage, second, type LivingPage } from './living-page.ts';
import { deep } from '../tools/deep.ts';

// Two moments are compared: on a day of another seed a window of the page may stand open at one of them.
const seed = Number((deep ? process.env['SEED'] : undefined) ?? 1);

const mostInAMinute = (times: number[]) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + minute).length));

const operation = 'page/flow/operation';

/** From the form to the receipt. */
async function exchangeOnce({ say, pass }: LivingPage): Promise<void> {
  await say('page/flow/form', { type: 'user.amount typed', side: 'give', value: '100' });
  await say('page/flow/form', { type: 'user.submitted' });
  await pass(6 * second);
  await say(operation, { type: 'user.confirmed' });
  await pass(90 * second);
  await say('page/flow', { type: 'user.again' });
}

/** What people, browsers, networks and servers do to a page. */
const happenings: Record<string, (page: LivingPage) => Promise<void> | void> = {
  'another place': ({ say, draw }) => {
    const places = [
      '/',
      '/exchanges',
      '/exchanges?search=USD/',
      '/history/exchange',
      '/login',
      '/nowhere',
      '/exchange/USD/BTC',
      '/exchange/BTC/USD',
      '/exchange/USD/BTC?operation=op0000000000000000001',
    ];
    return say('navigation', { type: 'user.navigated', value: places[Math.floor(draw() * places.length)] });
  },
  'the form of a pair': ({ say }) => say('navigation', { type: 'user.navigated', value: '/exchange/USD/BTC' }),
  'the whole exchange': exchangeOnce,
  'a review that lapses': async ({ say, pass }) => {
    await say('page/flow/form', { type: 'user.amount typed', side: 'give', value: '50' });
    await say('page/flow/form', { type: 'user.submitted' });
    await pass(70 * second);
  },
  'a look back': ({ say }) => say(operation, { type: 'user.went back' }),
  'once more': async ({ say }) => {
    await say('page/flow', { type: 'user.retried' });
    await say('page', { type: 'user.retried' });
    await say('page/flow/list', { type: 'user.more asked' });
  },
  'a copied number': ({ say }) => say('late/annex/toasts', { type: 'user.copied', value: 'A-1001' }),
  'many toasts': async ({ say, draw }) => {
    for (let left = 8; left > 0; left -= 1)
      await say('late/annex/toasts', { type: 'flow.toast wanted', msg: `toast ${draw()}`, variant: 'success' });
  },
  'a language': ({ say, draw }) => say('locale', { type: 'user.language chosen', value: draw() < 0.5 ? 'en' : 'ru' }),
  'a theme': ({ say, draw }) => say('theme', { type: 'user.theme chosen', value: draw() < 0.5 ? 'dark' : 'light' }),
  'hidden balances': ({ say }) => say('wallets', { type: 'user.amounts hidden' }),
  'out of sight': async ({ life, pass, draw }) => {
    await life('port.hidden');
    await pass(draw() * 5 * minute);
    await life('port.shown');
  },
  'out of reach': async ({ life, pass, draw, turn }) => {
    await life('port.offline');
    turn('cut');
    await pass(draw() * 2 * minute);
    turn('fair');
    await life('port.online');
  },
  'a server that fails': async ({ turn, pass, draw }) => {
    turn(draw() < 0.5 ? 'broken' : 'silent');
    await pass(draw() * 2 * minute);
    turn('fair');
  },
  'a blocked site': async ({ turn, pass }) => {
    turn('blocked');
    await pass(30 * second);
    turn('fair');
  },
  'a session that ended': ({ server }) => server.loseSession(),
  'another version': ({ server, draw }) => server.deploy(draw() < 0.5 ? '1' : '2'),
  'a sign-out': async ({ say, pass }) => {
    await say('modals', { type: 'user.logout wanted' });
    await pass(2 * second);
    await say('modal/flow', { type: 'user.confirmed' });
  },
  'a modal closed': ({ say }) => say('modals', { type: 'user.modal dismissed' }),
  'another tab signs out': ({ tabs }) => tabs({ type: 'tabs.signed out', account: 'A-1001' }),
  'another tab signs in': ({ tabs }) => tabs({ type: 'tabs.signed in', account: 'A-1001' }),
};
const names = Object.keys(happenings);

/** An hour of this, and then the same kind of moment. */
async function liveAnHour(page: LivingPage): Promise<void> {
  const { pass, draw, person, comeIn, comeHome, house } = page;
  const began = house.clock.now();
  await exchangeOnce(page);
  while (house.clock.now() < began + 50 * minute) {
    await happenings[names[Math.floor(draw() * names.length)]!]!(page);
    await pass(draw() ** 3 * 4 * minute);
    if (person() !== 'signed in' && draw() < 0.5) await comeIn();
  }
  await comeHome();
  await pass(began + hour - house.clock.now());
  await comeHome();
}

/** Of a minute the moment at which least goes on: a question is there while it is asked, and some rest behind it. */
async function calmest({ census, pass }: LivingPage): Promise<ReturnType<LivingPage['census']>> {
  const goingOn = ({ alive, timers }: ReturnType<typeof census>) => alive.length + timers;
  let calm = census();
  for (let left = 60; left > 0; left -= 1) {
    await pass(second);
    const now = census();
    if (goingOn(now) < goingOn(calm)) calm = now;
  }
  return calm;
}

/** Calls of one hour in which nobody does anything, by name. */
async function hourly({ pass, counted }: LivingPage): Promise<Record<string, number>> {
  const before = { ...counted.byName };
  await pass(hour);
  return Object.fromEntries(
    Object.entries(counted.byName)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}

// A day of a house takes a loaded machine half a minute; a deep run lives a week.
describe('24 hours', { timeout: deep ? 600_000 : 90_000 }, () => {
  test('S1 what lives, waits and listens after a day is what did after an hour, and no question is asked twice at a time', async () => {
    const page = await openLivingPage(seed);
    await liveAnHour(page);
    const first = await calmest(page);
    expect(first.alive).toContain('page/flow/form active');
    for (let left = deep ? 7 * 24 : 23; left > 0; left -= 1) await liveAnHour(page);
    const last = await calmest(page);

    expect({ ...last, memory: {} }).toEqual({ ...first, memory: {} });
    // Numbers grow by a digit; nothing else may.
    for (const [where, size] of Object.entries(last.memory))
      expect([where, size - first.memory[where]! < 24]).toEqual([where, true]);
    expect(page.house.fallen()).toEqual([]);
    expect(mostInAMinute(page.counted.reloads)).toBeLessThanOrEqual(1);
    // Something has happened, to everybody.
    for (const name of ['exchange.submit', 'exchange.status', 'exchange.history', 'auth.logout', 'lang.set'])
      expect([name, (page.counted.byName[name] ?? 0) > 0]).toEqual([name, true]);
    expect([...page.server.unknown]).toEqual([]);
  });

  test('B1 a form that is left open reads its rate every ten seconds, what is new every fifteen, what goes on once a minute, the menus once a day, and asks nothing else', async () => {
    const page = await openLivingPage(seed);
    const byHour: Record<string, number>[] = [];
    for (let left = 24; left > 0; left -= 1) byHour.push(await hourly(page));
    // Ten seconds, and fifteen, from answer to question; an answer takes four at most.
    for (const counts of byHour) {
      const { 'content.menu': _daily, ...others } = counts;
      expect(Object.keys(others).toSorted()).toEqual(['auth.check', 'exchange.form', 'operation.in_progress']);
      expect(counts['operation.in_progress']).toBeLessThanOrEqual(60);
      expect(counts['exchange.form']).toBeGreaterThan(3_600 / 14);
      expect(counts['exchange.form']).toBeLessThanOrEqual(3_600 / 10);
      expect(counts['auth.check']).toBeGreaterThan(3_600 / 19);
      expect(counts['auth.check']).toBeLessThanOrEqual(3_600 / 15);
    }
    expect(byHour.reduce((sum, counts) => sum + (counts['content.menu'] ?? 0), 0)).toBeLessThanOrEqual(1);
  });

  test('F3 money that is on its way for a day is asked about one question at a time, and not at all while nobody looks', async () => {
    const page = await openLivingPage(seed, { settles: 48 * hour });
    await page.say('page/flow/form', { type: 'user.amount typed', side: 'give', value: '100' });
    await page.say('page/flow/form', { type: 'user.submitted' });
    await page.pass(6 * second);
    await page.say(operation, { type: 'user.confirmed' });
    await page.pass(minute);
    const byHour: (number | undefined)[] = [];
    for (let at = 0; at < 24; at += 1) {
      await page.life(at % 6 === 5 ? 'port.hidden' : 'port.shown');
      byHour.push((await hourly(page))['exchange.status'] ?? 0);
    }
    for (const [at, count] of byHour.entries())
      if (at % 6 === 5) expect(count).toBe(0);
      else expect([at, count! > 3_600 / 14 && count! <= 3_600 / 10 + 4]).toEqual([at, true]);
    expect(page.house.states(operation)).toContain('tracking.paused');
    expect(page.server.submissions()).toBe(1);
  });
});
