import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { versionMachine } from '../../machines/residents/version/version.machine.ts';
import { pageNow } from '../../src/platform/clock.ts';
import { noteReload, readVersionMemory } from '../../src/platform/version-memory.ts';
import { stand, type Stand } from './stand.ts';

const second = 1_000;
const elsewhere = { type: 'house.arrived', place: { name: 'exchanges', params: {}, query: {}, path: '/exchanges' } };
const seed = Number(process.env['SEED'] ?? 1);

/** A tab on a clock that stands still, with the real memory of its versions. */
let passed = 0;
const kept = new Map<string, string>();
let blocked = false;
beforeEach(() => {
  passed = 0;
  blocked = false;
  kept.clear();
  vi.spyOn(performance, 'now').mockImplementation(() => passed);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const closable = new Proxy(storage, {
    get(methods, name) {
      if (blocked) throw new DOMException('refused', 'SecurityError');
      return Reflect.get(methods, name) as unknown;
    },
  });
  vi.stubGlobal('sessionStorage', closable);
  vi.stubGlobal('localStorage', closable);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface Tab {
  /** When the page was loaded anew, in ms. */
  reloads: number[];
  states(): string[];
  hear(fv: string): Promise<void>;
  say(event: { type: string } & Record<string, unknown>): Promise<void>;
  pass(ms: number): void;
  safe(is: boolean): void;
}

/** `serves`: the version of the page that the server would give now; `slow`: how long the browser takes to load it. */
function openTab(serves: () => string, slow = 0): Tab {
  let page!: Stand;
  let isSafe = true;
  let seen = 0;
  let gone: number | undefined;
  const tab: Tab = {
    reloads: [],
    states: () => page.states(),
    async hear(fv) {
      await tab.say({ type: 'signal.fv', fv, seq: 1 });
    },
    async say(event) {
      page.say(event);
      if (page.waits('reload.note')) {
        const { pair } = page.asked('reload.note').input as { pair: string | null };
        await noteReload({ pair }).then(
          () => page.answer('reload.note', undefined),
          (error: unknown) => page.fail('reload.note', error),
        );
      }
      look();
    },
    pass(ms) {
      const until = passed + ms;
      for (;;) {
        const next = page.world.clock.next();
        if (next === undefined || passed + next > until) break;
        passed += page.wait();
        look();
      }
      // What is left of the time, as far as no timer of the page rings.
      page.world.clock.setTimeout(() => {}, until - passed);
      passed += until > passed ? page.wait() : 0;
      if (gone !== undefined && passed >= gone) load();
    },
    safe(is) {
      isSafe = is;
      page.hear('reload.safety', { type: 'port.reload safety', safe: is });
    },
  };
  const look = () => {
    const done = page.world.effects.filter(({ name }) => name === 'load the page anew').length;
    if (done === seen) return;
    seen = done;
    tab.reloads.push(passed);
    gone ??= passed + slow;
    if (slow === 0) load();
  };
  const load = () => {
    gone = undefined;
    seen = 0;
    page = stand(versionMachine, { at: pageNow(), version: readVersionMemory(serves()) });
    tab.safe(isSafe);
  };
  load();
  return tab;
}

const mostInAMinute = (times: number[]) =>
  Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + limits.reloadGuard).length));
/** Numbers from 0 to 1, always the same ones. */
const chance =
  (state = seed) =>
  () =>
    (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;

describe('S3 two versions behind one address', () => {
  test.each([
    // Each time it finds itself where it was.
    ['the page is the old one', () => 'a', ['a→b']],
    ['the page is the new one', () => 'b', ['b→a']],
    ['the page is now this one, now that one', (loads: number) => (loads % 2 ? 'a' : 'b'), ['a→b', 'b→a']],
  ])(
    'S3 they change places 100 times, %s: once a minute at most, once a pair, and a banner otherwise',
    async (_, serves, pairs) => {
      const draw = chance();
      let loads = 0;
      const tab = openTab(() => serves((loads += 1)));
      for (let flap = 0; flap < 100; flap += 1) {
        await tab.hear(flap % 2 ? 'a' : 'b');
        if (draw() < 0.3) await tab.say(elsewhere);
        tab.pass(draw() * 12 * second);
      }
      expect(passed).toBeGreaterThan(8 * limits.reloadGuard);
      expect(mostInAMinute(tab.reloads)).toBe(1);
      // Each pair once, and no more for as long as the tab lives.
      expect(readVersionMemory().pairs.toSorted()).toEqual(pairs);
      expect(tab.reloads).toHaveLength(pairs.length);
      await tab.hear('a');
      const one = tab.states();
      await tab.hear('b');
      expect([...one, ...tab.states()]).toContain('page.offered');
    },
  );

  test('S3 a hundred versions, each a new one: once a minute at most', async () => {
    const draw = chance();
    let now = 'v0';
    const tab = openTab(() => now);
    for (let flap = 1; flap <= 100; flap += 1) {
      now = `v${flap}`;
      await tab.hear(now);
      await tab.say(elsewhere);
      tab.pass(draw() * 12 * second);
    }
    expect(mostInAMinute(tab.reloads)).toBe(1);
    expect(tab.reloads.length).toBeGreaterThan(5);
  });

  test('S3 S10 versions and lost pieces at once: one guard for both', async () => {
    const draw = chance();
    const tab = openTab(() => 'a');
    for (let flap = 0; flap < 200; flap += 1) {
      await (draw() < 0.5 ? tab.say({ type: 'house.chunk lost' }) : tab.hear(flap % 2 ? 'a' : 'b'));
      tab.pass(draw() * 12 * second);
    }
    expect(mostInAMinute(tab.reloads)).toBe(1);
    expect(tab.reloads.length).toBeGreaterThan(5);
  });

  test.each([
    ['takes its time', 20 * second],
    ['never does it', 24 * 3_600 * second],
  ])('S3 S10 a browser that %s is not asked more than once a minute', async (_, slow) => {
    const tab = openTab(() => 'a', slow);
    for (let flap = 0; flap < 100; flap += 1) {
      await tab.hear(flap % 2 ? `v${flap}` : 'a');
      await tab.say(elsewhere);
      if (flap % 5 === 0) await tab.say({ type: 'house.chunk lost' });
      tab.pass(4 * second);
    }
    expect(mostInAMinute(tab.reloads)).toBe(1);
  });

  test('S3 S10 storage that is blocked: not once', async () => {
    blocked = true;
    const tab = openTab(() => 'a');
    for (let flap = 0; flap < 100; flap += 1) {
      await tab.hear(flap % 2 ? 'a' : 'b');
      await tab.say({ type: 'house.chunk lost' });
      tab.pass(5 * second);
    }
    expect(tab.reloads).toEqual([]);
  });

  test('S3 what would be lost holds it back, also when it is begun while the reload is being written down', () => {
    const page = stand(versionMachine, { at: 0, version: { own: 'a', reloadedAt: null, pairs: [] } });
    page.hear('reload.safety', { type: 'port.reload safety', safe: true });
    page.say({ type: 'signal.fv', fv: 'b', seq: 1 });
    page.hear('reload.safety', { type: 'port.reload safety', safe: false });
    page.answer('reload.note', undefined);
    expect(page.states()).toContain('page.offered');
    expect(page.world.effects).toEqual([]);
  });
});
