import { expect, test } from 'vitest';
import { personalMachine } from '../../machines/flows/personal/personal.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, at, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand, type Stand } from './stand.ts';

const info = (edition: number, more: Record<string, string> = {}) =>
  answered({
    ...{ display_name: 'Anna', phone: '', country: 'LV', birthday: '' },
    ...{ email: 'person@example.com', edition, ...more },
  });

const open = (draft: unknown = null, read = info(3)): Stand => {
  const flow = stand(personalMachine, {
    ...{ place: samplePlace('settings-personal', '/settings/personal'), account: 'A-1001' },
    ...{ site: null, email: 'person@example.com' },
  });
  flow.answer('draft.read', draft);
  flow.answer('user.info', read);
  return flow;
};
const save = (flow: Stand): void => {
  flow.say({ type: 'user.submitted' });
  flow.answer('fields.check', { fields: {} });
};
const sent = (flow: Stand) => (flow.asked('user.save_info').input as { body: Record<string, string> }).body;
const drafts = (flow: Stand) =>
  flow.world.effects
    .filter(({ name }) => name === 'keep the draft')
    .map(({ params }) => (params as { value: unknown }).value);

test('F15 what is typed is kept by the edition that it stands over; what is typed back, or a card, is not', () => {
  const flow = open();
  for (const value of ['Ann', 'Anna', '4276 3801 2345 6787'])
    flow.say({ type: 'user.field filled', field: 'display_name', value });
  expect(drafts(flow)).toEqual([{ edition: 3, values: { display_name: 'Ann' } }, null, null]);
});

test('F15 a phone is kept also where its digits pass the check of a card number', () => {
  const flow = open();
  for (const value of ['+49 151 12345603', '+4915112345603', '4111111111111111'])
    flow.say({ type: 'user.field filled', field: 'phone', value });
  expect(drafts(flow)).toEqual([
    { edition: 3, values: { phone: '+49 151 12345603' } },
    { edition: 3, values: { phone: '+4915112345603' } },
    null,
  ]);
});

test('F15 what another place has saved is told, and a second press saves over that edition', () => {
  const flow = open();
  flow.say({ type: 'user.field filled', field: 'display_name', value: 'Ann' });
  save(flow);
  expect(sent(flow)).toMatchObject({ display_name: 'Ann', edition: '3' });
  flow.fail('user.save_info', refused('conflict', 409));
  flow.answer('user.info', info(4, { display_name: 'A. B.', phone: '+37120000000' }));
  expect(flow.snapshot().context).toMatchObject({
    elsewhere: true,
    values: { display_name: 'Ann', phone: '+37120000000' },
  });
  save(flow);
  expect(sent(flow)).toMatchObject({ display_name: 'Ann', phone: '+37120000000', edition: '4' });
});

test('F15 a lost answer, and a wait that says how long, lose nothing of what was typed', () => {
  const flow = open({ edition: 2, values: { phone: '+37129999999' } });
  expect(flow.snapshot().context.elsewhere).toBe(true);
  save(flow);
  flow.fail('user.save_info', failures.network);
  save(flow);
  flow.fail('user.save_info', refused('wait_before_retry', 429, { retryAfter: 30, at }));
  expect([flow.states(), flow.wait(), flow.states()]).toEqual([['held'], 30_000, ['form.entering']]);
  expect(flow.snapshot().context).toMatchObject({ values: { phone: '+37129999999' }, trouble: null });
});

/** A name was typed and sent, and nobody heard whether it was saved. */
const unheard = (name: string, flow = open()): Stand => {
  flow.say({ type: 'user.field filled', field: 'display_name', value: name });
  save(flow);
  flow.fail('user.save_info', failures.network);
  return flow;
};
/** It is saved with another letter, and another edition stands there by now. */
const corrected = (flow: Stand, now: ReturnType<typeof info>): Stand => {
  flow.say({ type: 'user.field filled', field: 'display_name', value: 'Anne' });
  save(flow);
  flow.fail('user.save_info', refused('conflict', 409));
  flow.answer('user.info', now);
  return flow;
};

test('F15 what was saved by a press whose answer was lost is not told as of another place: what was corrected is saved over it', () => {
  const flow = corrected(unheard('Ann '), info(4, { display_name: 'Ann' }));
  expect(sent(flow)).toMatchObject({ display_name: 'Anne', edition: '4' });
  expect(drafts(flow).at(-1)).toEqual({ edition: 4, values: { display_name: 'Anne' } });
  flow.answer('user.save_info', info(5, { display_name: 'Anne' }));
  expect([flow.states(), flow.snapshot().context.elsewhere]).toEqual([['form.saved'], false]);
});

test('F15 of two presses whose answers were lost the first may have been the one that was saved', () => {
  const flow = corrected(unheard('Anna B.', unheard('Ann')), info(4, { display_name: 'Ann' }));
  expect(sent(flow)).toMatchObject({ edition: '4' });
});

test('F15 a press whose answer never came may have been saved too, and a telephone number is the same in any spelling', () => {
  const flow = open();
  flow.say({ type: 'user.field filled', field: 'phone', value: '+371 20-000-000' });
  save(flow);
  flow.wait();
  expect(flow.states()).toEqual(['form.corrected']);
  corrected(flow, info(4, { phone: '+37120000000' }));
  expect(sent(flow)).toMatchObject({ display_name: 'Anne', edition: '4' });
});

test('F15 what another place has saved after a lost answer is told, and so is what is refused once more', () => {
  const flow = corrected(unheard('Ann'), info(5, { display_name: 'Ann', country: 'EE' }));
  expect([flow.states(), flow.snapshot().context.elsewhere]).toEqual([['form.corrected'], true]);

  const again = corrected(unheard('Ann'), info(4, { display_name: 'Ann' }));
  again.fail('user.save_info', refused('conflict', 409));
  again.answer('user.info', info(5, { display_name: 'Ann' }));
  expect([again.states(), again.snapshot().context.elsewhere]).toEqual([['form.corrected'], true]);
});

const dropped = (flow: Stand) => flow.world.effects.filter(({ name }) => name === 'drop the draft').length;

test('F15 a draft that is saved by now, in whatever spelling, is none: nothing of it is told as of another place', () => {
  const kept = { edition: 2, values: { phone: '+371 20-000-000', display_name: 'Anna ' } };
  const flow = open(kept, info(3, { phone: '+37120000000' }));
  expect(flow.snapshot().context).toMatchObject({
    ...{ elsewhere: false, typed: [] },
    values: { phone: '+37120000000', display_name: 'Anna' },
  });
  expect(dropped(flow)).toBe(1);
});

test('F15 what of a draft is not saved is compared alone, and the draft stays', () => {
  const flow = open({ edition: 2, values: { display_name: 'Anna', country: 'EE' } });
  expect(flow.snapshot().context).toMatchObject({ elsewhere: true, typed: ['country'], values: { country: 'EE' } });
  expect(dropped(flow)).toBe(0);
  expect([dropped(open()), open().snapshot().context.elsewhere]).toEqual([0, false]);
});
