import { expect, test } from 'vitest';
import { listMachine, type ListContext } from '../../machines/list/list.machine.ts';
import { answered } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

const page = (next: string | null, ...ids: string[]) => answered({ items: ids.map((id) => ({ id })), next });
const moved = { type: 'signal.wallets', wallets: [], seq: 2 };

/** Two pages stand there, and money moves. */
function reading() {
  const flow = stand(listMachine, { query: { status: 'processing' } });
  flow.answer('page', page('2', 'a', 'b'));
  flow.say({ type: 'user.more asked' });
  flow.answer('page', page('3', 'c', 'd'));
  flow.say(moved);
  return flow;
}
const contextOf = (flow: ReturnType<typeof reading>) => flow.snapshot().context as ListContext;
test('rows that are read again are dated by the later answer', () => {
  const flow = reading();
  const later = '2026-01-15T12:00:07.000Z';
  flow.answer('reworded', { ...page('2', 'a', 'b'), now: later });
  expect(contextOf(flow).now).toBe(later);
});

test('a list that stands open is dated by the minutes that pass, until an answer says better', () => {
  const flow = stand(listMachine, { query: {} });
  const told = answered({ items: [{ id: 'a' }], next: null });
  flow.answer('page', told);
  const tick = (passed: number) => flow.hear('clock.minutes', { type: 'port.ticked', at: told.at + passed });
  const dated = () => contextOf(flow).now;
  tick(60_000);
  expect(dated()).toBe('2026-01-15T12:01:00.000Z');
  // Nobody looked for three hours.
  tick(3 * 3_600_000);
  expect(dated()).toBe('2026-01-15T15:00:00.000Z');
  flow.say(moved);
  flow.answer('reworded', { ...told, now: '2026-01-15T15:00:20.000Z', at: told.at + 3 * 3_600_000 + 20_000 });
  expect(dated()).toBe('2026-01-15T15:00:20.000Z');
  tick(3 * 3_600_000 + 80_000);
  expect(dated()).toBe('2026-01-15T15:01:20.000Z');
});

test('a list that is not there yet, or is empty, counts no minutes', () => {
  const flow = stand(listMachine, { query: {} });
  expect(flow.waits('clock.minutes')).toBe(false);
  flow.answer('page', answered({ items: [], next: null }));
  expect(flow.waits('clock.minutes')).toBe(false);
});

test('a list is read again as far as its last row, and no further', () => {
  const flow = reading();
  flow.answer('reworded', page('2', 'a', 'b'));
  expect(flow.asked('reworded').input).toEqual({ query: { status: 'processing', cursor: '2' } });
  flow.answer('reworded', page('3', 'c', 'd'));
  expect([flow.waits('reworded'), contextOf(flow).newer]).toEqual([false, null]);
});

test('where its last row is gone, it is not read to the end of what there is', () => {
  const flow = reading();
  flow.answer('reworded', page('2', 'a', 'c'));
  flow.answer('reworded', page('3', 'e', 'f'));
  expect([flow.waits('reworded'), contextOf(flow).newer?.items.length]).toEqual([false, 2]);
});

test('what is read behind a first page that is taken meanwhile is not read further', () => {
  const flow = reading();
  flow.answer('reworded', page('2', 'new', 'a'));
  flow.say({ type: 'user.newer asked' });
  expect(contextOf(flow).items.map((item) => (item as { id: string }).id)).toEqual(['new', 'a']);
  flow.answer('reworded', page('3', 'b', 'c'));
  expect([flow.waits('reworded'), contextOf(flow).newer]).toEqual([false, null]);
});

const terms = (status: 'open' | 'expired', id = 'a') =>
  answered({ items: [{ id, status, expires_at: '2026-01-15T12:01:00.000Z' }], next: null });

test('terms that nobody confirms are read again when they are over, though no money moves', () => {
  const flow = stand(listMachine, { query: {} });
  flow.answer('page', terms('open'));
  expect(flow.waits('reworded')).toBe(false);
  expect(flow.wait()).toBe(61_000);
  flow.answer('reworded', terms('expired'));
  expect(contextOf(flow).items).toMatchObject([{ status: 'expired' }]);
  expect(flow.waits('reworded')).toBe(false);
});

test('an order that nobody pays is read again when the server has ended it', () => {
  const order = (status: string, payment?: { until: string }) =>
    answered({
      items: [{ id: 'a', status, expires_at: '2026-01-15T12:01:00.000Z', ...(payment && { payment }) }],
      next: null,
    });
  const flow = stand(listMachine, { query: {} });
  flow.answer('page', order('awaiting_payment', { until: '2026-01-15T12:10:00.000Z' }));
  expect(flow.wait()).toBe(600_000 + 91_000);
  flow.answer('reworded', { ...order('expired'), now: '2026-01-15T12:11:31.000Z' });
  expect(contextOf(flow).items).toMatchObject([{ status: 'expired' }]);
  expect([flow.world.clock.next(), flow.waits('reworded')]).toEqual([undefined, false]);
});

test('terms that leave a list of open ones with their end are asked about once, and a press shows what is left', () => {
  const flow = stand(listMachine, { query: { status: 'open' } });
  flow.answer('page', terms('open'));
  expect(flow.wait()).toBe(61_000);
  flow.answer('reworded', { ...page(null), now: '2026-01-15T12:01:01.000Z' });
  expect([flow.world.clock.next(), flow.waits('reworded')]).toEqual([undefined, false]);
  flow.say({ type: 'user.newer asked' });
  expect(flow.states()).toEqual(['empty']);
});

test('of several terms the first that will be over is asked about, also one that stands on no list yet', () => {
  const row = (id: string, minute: number) => ({ id, status: 'open', expires_at: `2026-01-15T12:0${minute}:00.000Z` });
  const flow = stand(listMachine, { query: { status: 'open' } });
  flow.answer('page', answered({ items: [row('a', 3), row('b', 2), row('c', 4)], next: null }));
  flow.say(moved);
  flow.answer('reworded', answered({ items: [row('d', 1), row('a', 3), row('b', 2), row('c', 4)], next: null }));
  expect(flow.wait()).toBe(61_000);
  const later = { items: [row('a', 3), row('b', 2), row('c', 4)], next: null };
  flow.answer('reworded', { ...answered(later), now: '2026-01-15T12:01:01.000Z' });
  expect(flow.wait()).toBe(60_000);
});

test('terms on a page that is read later are asked about in their turn, however long the first ones hold', () => {
  const flow = stand(listMachine, { query: { status: 'open' } });
  const row = (id: string, minute: number) => ({ id, status: 'open', expires_at: `2026-01-15T12:0${minute}:00.000Z` });
  flow.answer('page', answered({ items: [row('a', 3)], next: '2' }));
  flow.say({ type: 'user.more asked' });
  flow.answer('page', answered({ items: [row('b', 1)], next: null }));
  expect(flow.wait()).toBe(61_000);
});
