import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { createKeeper } from '../../machines/journal/keeper.ts';
import { bounds } from '../../machines/journal/kept.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { createRecorder } from '../../machines/journal/recorder.ts';
import { endsOf } from '../../machines/journal/ends.ts';
import { createFakeStore } from '../machines/fake-journal-store.ts';
import { minute, openLivingPage, second } from '../machines/living-page.ts';

/** What recording costs, µs of the processor an event that an actor is sent: what is not written of it is paid for as well. */
interface Cost {
  events: number;
  /** Those that are written, and characters of them all. */
  entries: number;
  size: number;
  recording: number;
}

/** How many the product's own server has, by a key of one: a test's has a few, and one where one was asked for. */
const many: Readonly<Record<string, number>> = { form_path: 56, last_exchange: 8 };
const sparkline = Array.from({ length: 24 }, () => '0.00001061557788');

function asLarge(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(asLarge);
    const count = Object.entries(many).find(([key]) => key in Object(items[0]))?.[1];
    return count === undefined || items.length < 2
      ? items
      : Array.from({ length: count }, (_, at) => ({ ...(items[at % items.length] as object) }));
  }
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([key, each]) => [
    key,
    key === 'sparkline' ? [...sparkline] : asLarge(each),
  ]);
  return Object.fromEntries(fields);
}

/**
 * Everything that an inspector hears while a person exchanges and looks around for half an hour. An actor is stood for
 * by what a recorder asks of it, as it was then.
 */
async function listen(): Promise<{ heard: InspectionEvent[]; ends: () => Record<string, string[]> }> {
  const page = await openLivingPage(1);
  const heard: InspectionEvent[] = [];
  const stand = new WeakMap<AnyActorRef, { active: AnyActorRef; over: AnyActorRef }>();
  const standIn = (actor: AnyActorRef, isNow: boolean): AnyActorRef => {
    let made = stand.get(actor);
    if (!made) {
      const parent = actor._parent && standIn(actor._parent, true);
      const as = (status: string) =>
        ({
          id: actor.id,
          _parent: parent,
          logic: (actor as never as { logic: unknown }).logic,
          getSnapshot: () => ({ status }),
        }) as never;
      made = { active: as('active'), over: as('done') };
      stand.set(actor, made);
    }
    return !isNow || actor.getSnapshot()?.status === 'active' ? made.active : made.over;
  };
  const watch = page.house.root.system.inspect({
    next: (event) => {
      const actorRef = standIn(event.actorRef as AnyActorRef, true);
      if (event.type !== '@xstate.event') return void heard.push({ type: event.type, actorRef } as never);
      const sourceRef = event.sourceRef && standIn(event.sourceRef as AnyActorRef, event.sourceRef === event.actorRef);
      heard.push({ type: event.type, actorRef, sourceRef, event: asLarge(event.event) } as never);
    },
  });
  const go = (value: string) => page.say('navigation', { type: 'user.navigated', value });
  await page.comeIn();
  for (let round = 0; round < 6; round += 1) {
    await go('/exchanges');
    await page.pass(20 * second);
    await go('/exchange/USD/BTC');
    for (const value of ['1', '10', '100'])
      await page.say('page/flow/form', { type: 'user.amount typed', side: 'give', value });
    await page.pass(minute);
    await page.say('page/flow/form', { type: 'user.submitted' });
    await page.pass(10 * second);
    await page.say('page/flow/operation', { type: 'user.confirmed' });
    await page.pass(2 * minute);
    await go('/history/exchange');
    await page.pass(minute);
  }
  watch.unsubscribe();
  return { heard, ends: () => endsOf(page.house.root) };
}

const begin: Entry = {
  t: 0,
  k: 'start',
  input: { path: '/', locale: 'ru', at: 0, product: '', memory: {} },
  version: '',
};

/** Half an hour in a row, flushed as often as it would be; a timer is told by its name. */
function record(heard: readonly InspectionEvent[], ends: () => Record<string, string[]>) {
  const fake = createFakeStore();
  let quiet: (() => void) | undefined;
  let now = 0;
  const keeper = createKeeper({
    store: fake.store,
    mask: maskEntry,
    now: () => performance.now(),
    newId: () => 'session',
    later: (run) => void (quiet = run),
    ends,
    version: '',
    isWanted: () => true,
    early: [begin],
    isWhole: true,
  });
  let ring = () => {};
  const { inspect, clock } = createRecorder(
    { now: () => now, setTimeout: (rings: () => void) => rings(), clearTimeout: () => {} },
    keeper.append,
  );
  let due = bounds.pause;
  for (const event of heard) {
    if (event.type === '@xstate.event' && event.event.type.startsWith('xstate.after.')) {
      ring = () => inspect(event);
      clock.setTimeout(ring, 0);
    } else inspect(event);
    now += 100;
    if (now < due) continue;
    due = now + bounds.pause;
    quiet?.();
    quiet = undefined;
  }
  keeper.flush();
  const { session } = keeper.recorded();
  return { entries: session!.next - session!.from, size: session!.size };
}

function ignore(heard: readonly InspectionEvent[]): number {
  let seen = 0;
  const inspect = (_event: InspectionEvent) => void (seen += 1);
  for (const event of heard) inspect(event);
  return seen;
}

/** Time of the processor, µs, its collector of garbage too: whoever else is busy on this machine does not count. */
const took = (run: () => void): number => {
  const from = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(from);
  return user + system;
};
const median = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** Rounds that nobody counts: a page that lives for half an hour has been translated long ago. */
const warming = 40;

/** Side by side in one run: the median of `times` rounds. */
export async function measureJournal(times = 101): Promise<Cost> {
  const { heard, ends } = await listen();
  const events = heard.filter(({ type }) => type === '@xstate.event').length;
  const rounds = Array.from({ length: times + warming }, () => {
    const ignored = took(() => ignore(heard));
    return { ignored, recorded: took(() => record(heard, ends)) };
  }).slice(warming);
  const micro = median(rounds.map(({ recorded }) => recorded)) - median(rounds.map(({ ignored }) => ignored));
  return { events, ...record(heard, ends), recording: micro / events };
}
