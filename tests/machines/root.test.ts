import { readdirSync, readFileSync } from 'node:fs';
import { of } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import { authCheck } from '../../contract/calls/page.ts';
import { calls, specOf } from '../../machines/root/calls.ts';
import { builtRoutes, flowOfPlace, flows } from '../../machines/root/flows.ts';
import { charts } from '../../machines/root/charts.ts';
import { likes, ownFlows } from '../tools/own-flows.ts';
import { ask, effect, portOf, source } from '../../machines/root/ports.ts';
import { provideAll, type World } from '../../machines/root/provide.ts';
import { createRoot } from '../../machines/root/root.machine.ts';
import { createSlot } from '../../machines/root/slot.machine.ts';
import { annexMachine } from '../../machines/root/annex.machine.ts';
import { lateInhabitants, lateListenersOf, lateSwitchboard } from '../../machines/root/late-switchboard.ts';
import { inhabitants, listenersOf, switchboard } from '../../machines/root/switchboard.ts';
import { person, placeOf } from '../../machines/root/house.samples.ts';
import { boot } from '../../machines/paths/world.ts';
import { createWorld, listener, openHouse } from './house.ts';

const here = new URL('../../machines/', import.meta.url);
const text = (path: string) => readFileSync(new URL(path, here), 'utf8');

describe('the switchboard', () => {
  test('D2 every event that the house knows is in the table', () => {
    const named = [...text('root/events.ts').matchAll(/type: '((?:signal|flow|house|tabs|annex)\.[^']+)'/g)].map(
      ([, type]) => type!,
    );
    const routed = Object.keys({ ...switchboard, ...lateSwitchboard }).filter((type) => !type.startsWith('port.'));
    expect(routed.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  test('D2 whoever listens by the table hears the event, and nobody is told in vain', () => {
    const root = createRoot({ get: () => undefined });
    const actors = {
      ...root.implementations.actors,
      ...annexMachine.implementations.actors,
    } as unknown as Record<string, { events: string[] }>;
    const lines: [type: string, listeners: readonly string[]][] = [switchboard, lateSwitchboard].flatMap((table) =>
      Object.entries(table),
    );
    const deaf = lines.flatMap(([type, listeners]) =>
      listeners.filter((name) => !actors[name]!.events.includes(type)).map((name) => `${type} → ${name}`),
    );
    expect(deaf).toEqual([]);
    const heard = new Set(lines.flatMap(([, listeners]) => listeners));
    expect([...inhabitants, ...lateInhabitants].filter((name) => !heard.has(name))).toEqual(['late']);
    expect(listenersOf('signal.fv')).toEqual(['late']);
    expect(listenersOf('house.signed in')).toEqual(['navigation', 'modals', 'page', 'modal', 'late']);
    expect(lateListenersOf('signal.fv')).toEqual(['version']);
    expect(listenersOf('signal.user')).toEqual(['session', 'page', 'modal', 'late']);
    expect(listenersOf('annex.modal wanted')).toEqual(['modals']);
  });

  test('D1 every folder of the residents lives in the house', () => {
    const folders = readdirSync(new URL('residents', here), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const elsewhere = ['page', 'modal', 'late'];
    expect([...inhabitants.filter((name) => !elsewhere.includes(name)), ...lateInhabitants].toSorted()).toEqual(
      folders.toSorted(),
    );
  });
});

describe('the register', () => {
  test('D1 each flow is one folder, loaded on demand under its own name', async () => {
    for (const flow of flows) {
      const machine = await charts[flow.name]();
      expect([flow.name, machine.id]).toEqual([flow.name, likes[flow.name] ?? flow.name]);
    }
    const folders = readdirSync(new URL('flows', here));
    expect(ownFlows.toSorted()).toEqual(folders.toSorted());
  });

  test('D1 a route belongs to one flow', () => {
    expect(new Set(builtRoutes).size).toBe(builtRoutes.length);
    expect(flowOfPlace(placeOf('exchanges', '/exchanges'))).toBe('exchanges');
    expect(flowOfPlace(placeOf('not-found', '/x'))).toBeNull();
  });
});

describe('provideAll', () => {
  const below = setup({
    actors: { ...calls(authCheck), 'a.question': ask<string, { of: string }>('a.question') },
  }).createMachine({
    id: 'below',
    initial: 'asking',
    states: {
      asking: { invoke: { id: 'q', src: 'a.question', input: { of: 'it' }, onDone: 'calling', onError: 'over' } },
      calling: { invoke: { id: 'c', src: 'auth.check', input: {}, onDone: 'over', onError: 'over' } },
      over: { type: 'final' },
    },
  });
  const above = setup({
    actors: { below, 'a.stream': source<{ type: 'port.ticked'; at: number }>('a.stream') },
    actions: { 'do it': effect<{ to: string }>('an.effect') },
  }).createMachine({
    id: 'above',
    invoke: [
      { id: 'below', src: 'below', onError: {} },
      { id: 'a.stream', src: 'a.stream', onError: {} },
    ],
    on: { 'port.ticked': { actions: { type: 'do it', params: { to: 'there' } } } },
  });

  const seen: unknown[] = [];
  const world: World = {
    call: (spec, input) => (seen.push([spec.name, input]), Promise.resolve({ payload: {}, now: '', at: 0 })),
    asks: { 'a.question': (input: { of: string }) => (seen.push(input), Promise.resolve('yes')) },
    sources: { 'a.stream': () => of({ type: 'port.ticked' }) },
    effects: { 'an.effect': (params: { to: string }) => void seen.push(params) },
  };

  test('D1 calls, questions, streams and effects of a machine and those below it come from the world', async () => {
    const actor = createActor(provideAll(above, world)).start();
    await Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => Promise.resolve());
    await new Promise((done) => setTimeout(done));
    expect(seen).toEqual([{ of: 'it' }, { to: 'there' }, ['auth.check', {}]]);
    expect(actor.getSnapshot().children.below!.getSnapshot().status).toBe('done');
  });

  test('D1 each machine is provided once, and what stands in a place still says what it is', () => {
    const once = provideAll(above, world);
    expect(provideAll(above, world)).toBe(once);
    expect(provideAll(once, world)).toBe(once);
    const { actors, actions } = once.implementations as unknown as {
      actors: Record<string, typeof below>;
      actions: Record<string, unknown>;
    };
    expect(provideAll(below, world)).toBe(actors['below']);
    expect(specOf((actors['below']!.implementations.actors as Record<string, unknown>)['auth.check'])).toBe(authCheck);
    expect([portOf(actors['a.stream']), portOf(actions['do it'])]).toEqual(['a.stream', 'an.effect']);
  });

  test('D1 a place that the world lacks is named at the start', () => {
    expect(() => provideAll(above, { ...world, asks: {}, effects: {} })).toThrow(
      "the world lacks the port 'a.question' of 'below', the effect 'an.effect' of 'above'",
    );
    const nameless = setup({ actors: { odd: fromPromise(() => Promise.resolve()) } }).createMachine({ id: 'nameless' });
    expect(() => provideAll(nameless, world)).toThrow("a name for the actor 'odd' of 'nameless'");
  });

  test('D1 the world of the tests is enough for the house and every flow', async () => {
    const { world: whole } = createWorld();
    expect(() => provideAll(createRoot({ get: () => undefined }), whole)).not.toThrow();
    for (const flow of flows) {
      const machine = await charts[flow.name]();
      expect(() => provideAll(machine, whole)).not.toThrow();
    }
  });
});

describe('the root', () => {
  test('E1 a resident that falls over takes nobody along and is told', async () => {
    const house = openHouse();
    const wallets = house.root.getSnapshot().children.wallets!;
    // The one thing a resident cannot read: a signal that is not what its type says.
    house.root.getSnapshot().children.menus!.send({ type: 'xstate.done.actor.content.menu' } as never);
    expect(house.root.getSnapshot().hasTag('broken')).toBe(true);
    expect(wallets.getSnapshot().status).toBe('active');
    house.root.send({ type: 'user.reloaded' });
    expect(house.effectsOf('page.reload')).toHaveLength(1);
  });
});

describe('a slot', () => {
  const arrived = (name: string, path: string) => ({ type: 'house.arrived', place: placeOf(name, path) });
  const open = (over = false) => boot(createSlot({ get: () => listener }), { over, email: null });
  const flow = (world: ReturnType<typeof open>) => world.actor.getSnapshot().children['flow'];

  test('D1 a flow that is slow to load gives way to words, and can be asked for again', () => {
    const world = open();
    world.actor.send(arrived('exchanges', '/exchanges'));
    expect(world.clock.next()).toBe(15_000);
    world.move(() => world.clock.step());
    expect(world.actor.getSnapshot()).toMatchObject({ value: 'failed', context: { why: 'late' } });
    world.actor.send({ type: 'user.retried' });
    for (const _try of [1, 2]) {
      world.move(() => world.leaves()[0]!.end('error', { name: 'PortError', code: 'chunk_failed', message: '' }));
      world.move(() => world.clock.step());
    }
    expect(world.actor.getSnapshot()).toMatchObject({ value: 'failed', context: { why: 'not loaded' } });
    world.actor.send({ type: 'port.online', at: 0 });
    world.move(() => world.leaves()[0]!.end('done', { flow: 'exchanges' }));
    expect(flow(world)).toBeDefined();
  });

  test('D1 a flow that was loaded opens at once', () => {
    const world = open();
    world.actor.send(arrived('exchanges', '/exchanges'));
    world.move(() => world.leaves()[0]!.end('done', { flow: 'exchanges' }));
    const first = flow(world);
    world.actor.send(arrived('exchanges', '/exchanges?search=USD/'));
    expect(flow(world)).toBe(first);
    world.actor.send(arrived('not-found', '/x'));
    expect(flow(world)).toBeUndefined();
    world.actor.send(arrived('exchanges', '/exchanges'));
    expect(flow(world)).not.toBe(first);
    expect(flow(world)).toBeDefined();
  });

  test('D1 an answer for a flow that is no longer wanted opens nothing', () => {
    const world = open();
    world.actor.send(arrived('exchanges', '/exchanges'));
    world.actor.send(arrived('history-exchange', '/history/exchange'));
    expect(world.leaves().map(({ input }) => input)).toEqual([{ flow: 'history' }]);
    expect(world.actor.getSnapshot()).toMatchObject({ value: 'loading', context: { flow: 'history' } });
  });

  test('D1 over a page the place changes nothing, and the name opens', () => {
    const world = open(true);
    world.actor.send(arrived('exchanges', '/exchanges'));
    expect(world.actor.getSnapshot().value).toBe('empty');
    world.actor.send({ type: 'house.modal opened', flow: 'login' });
    world.move(() => world.leaves()[0]!.end('done', { flow: 'login' }));
    expect(flow(world)!.getSnapshot().context.input).toMatchObject({ over: true, place: { path: '/exchanges' } });
    world.actor.send({ type: 'house.modal closed' });
    expect(flow(world)).toBeUndefined();
  });

  test('F15 over a page it knows of an address in doubt until somebody is told to be here', () => {
    const world = open(true);
    const doubt = { email: 'new@example.com', former: 'demo@example.com' };
    const doubted = () => {
      world.actor.send({ type: 'house.modal opened', flow: 'login' });
      for (const leaf of world.leaves().slice(0, 1))
        if (leaf.name === 'flow.load') world.move(() => leaf.end('done', {}));
      const { doubt: told } = flow(world)!.getSnapshot().context.input;
      world.actor.send({ type: 'house.modal closed' });
      return told;
    };
    world.actor.send({ type: 'flow.address in doubt', doubt });
    world.actor.send({ type: 'signal.user', user: { is_authenticated: false }, call: 'user.info', seq: 2 });
    expect(doubted()).toEqual(doubt);
    world.actor.send({ type: 'signal.user', user: person, call: 'auth.code', seq: 3 });
    expect(doubted()).toBeUndefined();
  });
});
