import { describe, expect, test } from 'vitest';
import { boot } from '../../machines/paths/world.ts';
import { person, userSignals } from '../../machines/root/house.samples.ts';
import { sessionMachine, type SessionEvent } from '../../machines/residents/session/session.machine.ts';

const { somebody, another } = userSignals;
type Said =
  | 'looks'
  | 'found'
  | keyof typeof userSignals
  | keyof typeof wishesSaid
  | 'somebody, of another answer'
  | 'dismissed'
  | 'left elsewhere'
  | 'another left elsewhere';
const wishesSaid = {
  'asks to leave': { type: 'flow.signing out' },
  stays: { type: 'flow.staying' },
  'asks elsewhere': { type: 'tabs.signing out', account: 'A-1001' },
  'another asks elsewhere': { type: 'tabs.signing out', account: 'A-2002' },
  'signed in elsewhere': { type: 'tabs.signed in', account: 'A-1001' },
} as const satisfies Record<string, SessionEvent>;

const eventOf = (said: Exclude<Said, 'looks' | 'found'>): SessionEvent => {
  if (said in wishesSaid) return wishesSaid[said as keyof typeof wishesSaid];
  if (said === 'somebody, of another answer') return { type: 'signal.user', ...somebody, call: 'exchange.list' };
  if (said === 'dismissed') return { type: 'house.login dismissed' };
  if (said === 'left elsewhere') return { type: 'tabs.signed out', account: 'A-1001' };
  if (said === 'another left elsewhere') return { type: 'tabs.signed out', account: 'A-2002' };
  return { type: 'signal.user', ...userSignals[said as keyof typeof userSignals] };
};

function open(before: Said[], { leaves = null, stale = false }: { leaves?: string | null; stale?: boolean } = {}) {
  const world = boot(sessionMachine, { leaves, stale });
  for (const said of before) say(world, said);
  return world;
}

/** A look goes as the transport has it: its news, and behind them its end. */
function say(world: ReturnType<typeof boot>, said: Said) {
  if (said === 'looks') world.actor.send({ type: 'annex.look wanted', fresh: true });
  else if (said === 'found') {
    world.actor.send(eventOf('somebody'));
    world.move(() => world.leaves()[0]!.end('done', {}));
  } else world.actor.send(eventOf(said));
}

const came = (who: typeof somebody, again: boolean) =>
  ({
    ...{ type: 'house.signed in', account: who.user.account_id, again },
    ...{ need_set_password: false, call: who.call, seq: who.seq },
  }) as const;
const left = (why: string) => ({ type: 'house.signed out', why });

/** Where it stands, what is heard → where it stands then, what it tells the house, whose drafts are discarded. */
const table: [before: Said[], heard: Said, after: unknown, told: object[], discarded: object[]][] = [
  [[], 'somebody', 'signed in', [came(somebody, false)], [{ except: 'A-1001' }]],
  [[], 'nobody', 'visitor', [left('visitor')], []],
  [[], 'nobody, as asked', 'visitor', [left('visitor')], []],
  [['nobody'], 'somebody', 'signed in', [came(somebody, false)], [{ except: 'A-1001' }]],
  [['nobody'], 'nobody', 'visitor', [], []],
  [['nobody'], 'dismissed', 'visitor', [], []],
  [['somebody'], 'somebody', 'signed in', [], []],
  [['somebody'], 'another', 'signed in', [left('other account'), came(another, false)], [{ except: 'A-2002' }]],
  [['somebody'], 'nobody', 'lost', [{ type: 'house.session lost' }], []],
  [['somebody'], 'nobody, as asked', 'visitor', [left('asked')], [{ except: null }]],
  [['somebody'], 'dismissed', 'signed in', [], []],
  [['somebody', 'nobody'], 'somebody', 'signed in', [came(somebody, true)], []],
  [
    ['somebody', 'nobody'],
    'another',
    'signed in',
    [left('other account'), came(another, false)],
    [{ except: 'A-2002' }],
  ],
  [['somebody', 'nobody'], 'nobody', 'lost', [], []],
  [['somebody', 'nobody'], 'nobody, as asked', 'visitor', [left('asked')], [{ except: null }]],
  [['somebody', 'nobody'], 'dismissed', 'visitor', [left('put off')], []],
  [['somebody'], 'left elsewhere', 'visitor', [left('elsewhere')], [{ except: null }]],
  [['somebody'], 'another left elsewhere', 'signed in', [], []],
  [['somebody', 'nobody'], 'left elsewhere', 'visitor', [left('elsewhere')], [{ except: null }]],
  [['nobody'], 'left elsewhere', 'visitor', [], []],
  [['somebody', 'nobody', 'dismissed'], 'somebody', 'signed in', [came(somebody, false)], [{ except: 'A-1001' }]],
];

/** What is remembered of a wish to leave, in this order. */
const wishes = (world: ReturnType<typeof open>) =>
  world.effects.flatMap(({ name, params }) =>
    name === 'remember who leaves' ? [(params as { value: string | null }).value] : [],
  );

describe('S2 a sign-out whose answer nobody heard', () => {
  const discarded = (world: ReturnType<typeof open>) =>
    world.effects.flatMap(({ name, params }) => (name === 'discard what others left' ? [params] : []));

  test('S2 the next page that finds nobody erases what was typed; one that finds somebody keeps it, and the wish is over', () => {
    const nobody = open(['nobody'], { leaves: 'A-1001' });
    expect([discarded(nobody), wishes(nobody), nobody.told]).toEqual([[{ except: null }], [null], [left('visitor')]]);
    const still = open(['somebody'], { leaves: 'A-1001' });
    expect([discarded(still), wishes(still)]).toEqual([[{ except: 'A-1001' }], [null]]);
    expect(open(['somebody', 'nobody'], { leaves: 'A-1001' }).actor.getSnapshot().value.person).toBe('lost');
    expect(discarded(open(['nobody']))).toEqual([]);
  });

  test('S2 a page that finds nobody erases what nobody comes back for any more; whoever is signed in still keeps it', () => {
    const nobody = open(['nobody'], { stale: true });
    expect([discarded(nobody), nobody.told]).toEqual([[{ except: null }], [left('visitor')]]);
    for (const before of [['somebody'], ['somebody', 'nobody', 'dismissed']] as Said[][])
      expect(discarded(open(before, { stale: true }))).toEqual([{ except: 'A-1001' }]);
  });

  test('S2 a page that hears from any answer that nobody is there takes it for the sign-out', () => {
    const world = open(['somebody', 'asks to leave']);
    expect(wishes(world).at(-1)).toBe('A-1001');
    world.actor.send(eventOf('nobody'));
    expect(world.actor.getSnapshot().value.person).toBe('visitor');
    expect(world.told.at(-1)).toEqual(left('asked'));
    expect([discarded(world).at(-1), wishes(world).at(-1)]).toEqual([{ except: null }, null]);
    expect(world.actor.getSnapshot().context.leaves).toBeNull();
  });

  test('S2 so it does where the session was lost before they asked, and they would not sign in again', () => {
    const world = open(['somebody', 'nobody', 'asks to leave', 'dismissed']);
    expect(world.told.at(-1)).toEqual(left('asked'));
    expect([discarded(world).at(-1), wishes(world).at(-1)]).toEqual([{ except: null }, null]);
  });

  test('S2 who turns out to be signed in still has not left: a session that ends later loses nothing', () => {
    const world = open(['somebody', 'asks to leave', 'looks', 'found']);
    expect(wishes(world).at(-1)).toBeNull();
    world.actor.send(eventOf('nobody'));
    expect(world.actor.getSnapshot().value.person).toBe('lost');
    const again = open(['somebody', 'nobody', 'asks to leave', 'somebody', 'nobody', 'dismissed']);
    expect([again.told.at(-1), discarded(again)]).toEqual([left('put off'), [{ except: 'A-1001' }]]);
  });

  const told = (world: ReturnType<typeof open>) =>
    world.effects.flatMap(({ name, params }) =>
      name === 'tell the other tabs' ? [(params as { type: string }).type] : [],
    );

  test.each<[before: Said[]]>([
    [['somebody, of another answer']],
    // A look that was left goes on to its answer.
    [['somebody']],
    [['looks', 'somebody']],
  ])('S2 only a look that began behind it, and has ended, takes the wish back: not %j', (before) => {
    const world = open(['somebody', 'looks', 'asks to leave', ...before]);
    expect([wishes(world).at(-1), told(world)]).toEqual(['A-1001', ['tabs.signed in', 'tabs.signing out']]);
    world.actor.send(eventOf('nobody'));
    expect(world.told.findLast(({ type }) => type === 'house.signed out')).toEqual(left('asked'));
  });

  test('S2 a look that found nobody’s news, or an end of no look, takes nothing back; one that finds them does, once', () => {
    const world = open(['somebody', 'asks to leave', 'looks', 'somebody']);
    world.move(() => world.leaves()[0]!.end('error', { name: 'CallError', kind: 'network' }));
    say(world, 'looks');
    world.move(() => world.leaves()[0]!.end('done', {}));
    expect([wishes(world).at(-1), told(world).at(-1)]).toEqual(['A-1001', 'tabs.signing out']);
    for (const said of ['looks', 'found'] as const) say(world, said);
    expect([wishes(world).at(-1), told(world).at(-1)]).toEqual([null, 'tabs.signed in']);
    const count = world.effects.length;
    for (const said of ['looks', 'found'] as const) say(world, said);
    expect(world.effects.length).toBe(count);
  });

  test('S2 whoever stays has a session that is lost, if it was ended after all', () => {
    const world = open(['somebody', 'asks to leave', 'stays', 'nobody']);
    expect([world.actor.getSnapshot().value.person, told(world).at(-1)]).toEqual(['lost', 'tabs.signed in']);
    expect([wishes(world).at(-1), discarded(world)]).toEqual([null, [{ except: 'A-1001' }]]);
  });

  test.each<[before: Said[], said: string[]]>([
    [['asks elsewhere'], ['asked']],
    [['asks elsewhere', 'somebody, of another answer'], ['asked']],
    [['another asks elsewhere'], []],
    [['asks elsewhere', 'signed in elsewhere'], []],
    [['asks elsewhere', 'somebody'], ['asked']],
    [['asks elsewhere', 'looks', 'found'], []],
  ])('S2 a tab that hears %j of another tab, and then that nobody is there: %j', (before, said) => {
    const world = open(['somebody', ...before, 'nobody']);
    expect(world.told.flatMap((each) => (each.type === 'house.signed out' ? [each.why] : []))).toEqual(said);
    expect(world.actor.getSnapshot().value.person).toBe(said.length > 0 ? 'visitor' : 'lost');
  });

  test('S2 what another tab is asking is older than the wish as well; a page that opens tells them all', () => {
    const world = open(['somebody']);
    world.actor.send({ type: 'port.shown', at: 0 });
    expect(world.actor.getSnapshot().value.look).toBe('asking');
    world.actor.send(eventOf('asks elsewhere'));
    expect([world.leaves(), world.actor.getSnapshot().value.look]).toEqual([[], 'resting']);
    const next = open(['nobody'], { leaves: 'A-1001' });
    expect(next.effects).toContainEqual(
      expect.objectContaining({ params: { type: 'tabs.signed out', account: 'A-1001' } }),
    );
    expect(told(open(['nobody'], { stale: true }))).toEqual([]);
    // So does one that opens while another one asks, and not where somebody has come in there since.
    const opening = open(['asks elsewhere', 'nobody']);
    expect([told(opening), discarded(opening)]).toEqual([['tabs.signed out'], [{ except: null }]]);
    expect(discarded(open(['asks elsewhere', 'signed in elsewhere', 'nobody']))).toEqual([]);
  });

  test('S2 a page that opens waits for a wish that is just told: what it asks together with it could take it back', () => {
    const world = open(['asks elsewhere']);
    expect([wishes(world), told(world), world.leaves()]).toEqual([[], [], []]);
    // By this the answer to what was asked before tells of nobody.
    expect(world.effects.at(-1)?.name).toBe('forget what the answers brought');
    expect(world.actor.getSnapshot().value).toEqual({ person: { starting: 'making way' }, look: 'beginning' });
    world.move(() => world.clock.step());
    expect(world.actor.getSnapshot().value.person).toEqual({ starting: 'checking' });
    say(world, 'somebody');
    expect([wishes(world).at(-1), told(world)]).toEqual([null, ['tabs.signed in']]);
    const heard = open(['asks elsewhere', 'left elsewhere', 'nobody']);
    expect([heard.told.at(-1), discarded(heard)]).toEqual([left('visitor'), [{ except: null }]]);
  });

  test('S2 nor does an answer count to what was asked before they asked to leave', () => {
    const world = open(['somebody']);
    world.actor.send({ type: 'port.shown', at: 0 });
    world.actor.send(eventOf('asks to leave'));
    expect([world.leaves(), world.actor.getSnapshot().value]).toEqual([[], { person: 'signed in', look: 'resting' }]);
  });
});

describe('session', () => {
  test.each(table)('S2 after %j hearing %s: %s', (before, heard, after, told, discarded) => {
    const world = open(before);
    const [toldBefore, doneBefore] = [world.told.length, world.effects.length];
    say(world, heard);
    expect(world.actor.getSnapshot().value.person).toEqual(after);
    expect(world.told.slice(toldBefore)).toEqual(told);
    expect(
      world.effects
        .slice(doneBefore)
        .flatMap(({ name, params }) => (name === 'discard what others left' ? [params] : [])),
    ).toEqual(discarded);
  });

  test('S2 the user of the last answer is kept, and forgotten with the sign-out alone', () => {
    const world = open(['somebody']);
    expect(world.actor.getSnapshot().context).toMatchObject({ user: person, account: 'A-1001' });
    world.actor.send(eventOf('nobody'));
    expect(world.actor.getSnapshot().context).toMatchObject({ user: person, account: 'A-1001' });
    world.actor.send({ type: 'house.login dismissed' });
    expect(world.actor.getSnapshot().context).toMatchObject({ user: null, account: null });
  });

  test('S2 a server that cannot be reached is asked again, later and later, and nobody is signed out', () => {
    const world = open([]);
    const pauses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      world.move(() => world.leaves()[0]!.end('error', { name: 'CallError', kind: 'network' }));
      expect(world.actor.getSnapshot().value.person).toEqual({ starting: { 'out of reach': 'waiting' } });
      expect(world.actor.getSnapshot().hasTag('attention')).toBe(true);
      pauses.push(world.clock.next()!);
      world.move(() => world.clock.step());
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(world.told.filter(({ type }) => type !== 'house.looked')).toEqual([]);
  });

  test('S2 S9 whoever wants to know while nobody is known has it asked, and hears that it was, whatever came of it', () => {
    const world = open([]);
    const looked = () => world.told.filter(({ type }) => type === 'house.looked').length;
    world.move(() => world.leaves()[0]!.end('error', { name: 'CallError', kind: 'failed' }));
    world.actor.send({ type: 'house.look wanted' });
    expect(world.actor.getSnapshot().value.person).toEqual({ starting: { 'out of reach': 'asking' } });
    expect(looked()).toBe(0);
    world.actor.send({ type: 'house.look wanted' });
    world.move(() => world.leaves()[0]!.end('error', { name: 'CallError', kind: 'failed' }));
    expect([looked(), world.actor.getSnapshot().value.person]).toEqual([
      1,
      { starting: { 'out of reach': 'waiting' } },
    ]);
    world.actor.send({ type: 'house.look wanted' });
    world.actor.send(eventOf('somebody'));
    expect([looked(), world.actor.getSnapshot().value.person]).toEqual([2, 'signed in']);
  });

  test('S2 an answer that says nothing of a user, and none at all, are asked again too', () => {
    const world = open([]);
    world.move(() => world.leaves()[0]!.end('done', { payload: {}, now: '', at: 0 }));
    expect(world.actor.getSnapshot().value.person).toEqual({ starting: { 'out of reach': 'waiting' } });
    world.actor.send({ type: 'port.online', at: 0 });
    expect(world.actor.getSnapshot().value.person).toEqual({ starting: { 'out of reach': 'asking' } });
    world.move(() => world.clock.step());
    expect(world.actor.getSnapshot().value.person).toEqual({ starting: { 'out of reach': 'waiting' } });
  });
});

describe('S2 other tabs of this browser', () => {
  const shown: SessionEvent = { type: 'port.shown', at: 0 };
  const another: SessionEvent = { type: 'tabs.signed in', account: 'A-2002' };
  const same: SessionEvent = { type: 'tabs.signed in', account: 'A-1001' };
  const looks = (world: ReturnType<typeof open>) =>
    world.leaves().filter(({ path }) => path.endsWith('auth.check')).length;
  const told = (world: ReturnType<typeof open>) =>
    world.effects.flatMap(({ name, params }) => (name === 'tell the other tabs' ? [params] : []));

  test('S2 a page that is seen again asks who is here, at most once in five seconds; nothing on it changes', () => {
    const world = open(['somebody']);
    const tags = [...world.actor.getSnapshot().tags];
    world.actor.send(shown);
    expect(looks(world)).toBe(1);
    expect([...world.actor.getSnapshot().tags]).toEqual(tags);
    world.move(() => world.leaves()[0]!.end('error', { name: 'CallError', kind: 'network' }));
    world.actor.send(shown);
    expect(looks(world)).toBe(0);
    expect(world.actor.getSnapshot().value).toEqual({ person: 'signed in', look: 'resting' });
    expect(world.clock.next()).toBe(5_000);
    world.move(() => world.clock.step());
    world.actor.send(shown);
    expect(looks(world)).toBe(1);
  });

  test('S4 what is wanted fresh is asked anew at once, in the place of what is being asked, and in the rest', () => {
    const world = open(['somebody']);
    const want = (fresh: object = {}) => world.actor.send({ type: 'annex.look wanted', ...fresh } as SessionEvent);
    want();
    const [old] = world.leaves();
    want();
    expect(world.leaves()).toEqual([old]);
    want({ fresh: true });
    expect([looks(world), world.leaves().includes(old!)]).toEqual([1, false]);
    world.move(() => world.leaves()[0]!.end('done', {}));
    want();
    expect(looks(world)).toBe(0);
    want({ fresh: true });
    expect(looks(world)).toBe(1);
  });

  test('S2 whoever comes in, anew or again, awaits no letter any more', () => {
    for (const before of [['nobody'], ['somebody', 'nobody']] as Said[][]) {
      const world = open(before);
      const dropped = () => world.effects.filter(({ name }) => name === 'drop the letter').length;
      const times = dropped();
      world.actor.send(eventOf('somebody'));
      expect(dropped()).toBe(times + 1);
    }
  });

  test('S2 news of another account is looked into at once, news of the same one is none', () => {
    const world = open(['somebody']);
    world.actor.send(same);
    expect(looks(world)).toBe(0);
    world.actor.send(shown);
    world.move(() => world.leaves()[0]!.end('done', { payload: {}, now: '', at: 0 }));
    world.actor.send(another);
    expect(looks(world)).toBe(1);
  });

  test('S2 a session that is lost is looked into whenever the line is back: who signed in elsewhere may not have been found out', () => {
    const looked = (before: Said[]) => {
      const world = open(before);
      world.actor.send({ type: 'port.online', at: 0 });
      return looks(world);
    };
    expect(looked(['somebody', 'nobody'])).toBe(1);
    for (const before of [['somebody'], ['nobody'], ['somebody', 'nobody', 'dismissed']] as Said[][])
      expect(looked(before)).toBe(0);
  });

  test('S2 a look that went down with the line is asked anew once it is back: nobody who signed in elsewhere signs in twice', () => {
    const world = open(['somebody', 'nobody']);
    world.actor.send(same);
    const [old] = world.leaves();
    world.actor.send({ type: 'port.online', at: 0 });
    expect([looks(world), world.leaves().includes(old!)]).toEqual([1, false]);
    world.move(() => world.leaves()[0]!.end('error', { name: 'CallError', kind: 'network' }));
    expect(world.actor.getSnapshot().value).toEqual({ person: 'lost', look: 'resting' });
    world.actor.send({ type: 'port.online', at: 0 });
    expect(looks(world)).toBe(1);
  });

  test('S2 whoever is let go is named no more, whichever way they went', () => {
    const forgotten = (before: Said[]) =>
      open(before).effects.filter(({ name }) => name === 'forget what the answers brought').length;
    expect(forgotten(['somebody', 'nobody'])).toBe(0);
    expect(forgotten(['somebody', 'nobody', 'somebody'])).toBe(0);
    expect(forgotten(['somebody', 'nobody', 'dismissed'])).toBe(1);
    expect(forgotten(['somebody', 'nobody, as asked'])).toBe(1);
    expect(forgotten(['somebody', 'nobody', 'nobody, as asked'])).toBe(1);
    expect(forgotten(['somebody', 'nobody', 'left elsewhere'])).toBe(1);
  });

  test('S2 who left in another tab is forgotten before any answer, with the revisions held for them', () => {
    const world = open(['somebody']);
    world.actor.send(eventOf('left elsewhere'));
    expect(world.actor.getSnapshot().context).toMatchObject({ user: null, account: null });
    expect(world.effects.map(({ name }) => name)).toContain('forget what the answers brought');
    expect(looks(world)).toBe(1);
  });

  test('S2 a sign-in and a sign-out are told to the other tabs; what they told, and a session that ended, are not', () => {
    expect(told(open(['somebody', 'nobody, as asked']))).toEqual([
      { type: 'tabs.signed in', account: 'A-1001' },
      { type: 'tabs.signed out', account: 'A-1001' },
    ]);
    expect(told(open(['somebody', 'left elsewhere']))).toHaveLength(1);
    expect(told(open(['somebody', 'nobody', 'dismissed']))).toHaveLength(1);
    expect(told(open(['somebody', 'nobody', 'somebody']))).toHaveLength(2);
  });

  test('S2 a session lost in two tabs: signing in in one brings the other back', () => {
    const world = open(['somebody', 'nobody']);
    world.actor.send(same);
    expect(looks(world)).toBe(1);
    world.actor.send(eventOf('somebody'));
    expect(world.told.at(-1)).toEqual(came(somebody, true));
    world.move(() => world.leaves()[0]!.end('done', { payload: {}, now: '', at: 0 }));
    world.actor.send(same);
    expect(looks(world)).toBe(0);
  });
});
