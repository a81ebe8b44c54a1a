import { expect, test } from 'vitest';
import { longestNote } from '../../contract/referral.ts';
import { inviteMachine } from '../../machines/flows/referral/invite.machine.ts';
import { peopleMachine } from '../../machines/flows/referral/people.machine.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { peopleOutcomes } from '../../machines/flows/referral/referral.samples.ts';
import { referralMachine } from '../../machines/flows/referral/referral.machine.ts';
import { programmeMachine } from '../../machines/flows/referral/programme.machine.ts';
import { stand } from './stand.ts';

const form = { left: 10, locale: 'en', note: '', letter: { subject: 'You are invited', text: 'Come' } };
/** The letter is open, and holds this. */
const noted = (note: string) => {
  const flow = stand(inviteMachine, undefined);
  flow.answer('referral.invite_info', answered(form));
  flow.say({ type: 'user.letter opened' });
  flow.say({ type: 'user.note typed', value: note });
  flow.say({ type: 'user.letter saved' });
  return flow;
};

test('F12 a note as long as a note may be is sent, and one sign more is not', () => {
  expect(noted('a'.repeat(longestNote)).waits('referral.mailing')).toBe(true);
  const flow = noted('a'.repeat(longestNote + 1));
  expect([flow.waits('referral.mailing'), flow.states()]).toEqual([false, ['letter.corrected']]);
});

test('F12 what was said of a note is said of no other one', () => {
  const flow = noted('see x.example');
  flow.fail('referral.mailing', refused('invalid', 422, { fields: { note: 'no_links' } }));
  expect(flow.snapshot().context.refused).toMatchObject({ note: { code: 'no_links' } });
  flow.say({ type: 'user.note typed', value: 'see' });
  expect(flow.snapshot().context.refused).toEqual({});
});

test('F12 a lost answer to an invitation is no failure: its person asks once more, whoever else sends letters meanwhile', () => {
  const flow = stand(inviteMachine, undefined);
  flow.answer('referral.invite_info', answered(form));
  flow.say({ type: 'user.email typed', value: 'x@example.com' });
  flow.say({ type: 'user.submitted' });
  flow.fail('referral.invite', failures.network);
  expect([flow.states(), flow.snapshot().context]).toMatchObject([['unknown'], { email: 'x@example.com' }]);
  flow.say({ type: 'user.invite wanted' });
  expect(flow.asked('referral.invite').input).toEqual({ body: { email: 'x@example.com', again: true } });
  flow.answer('referral.invite', answered({ ...form, left: 3 }));
  expect([flow.states(), flow.snapshot().context]).toMatchObject([
    ['form.sent'],
    { sentTo: 'x@example.com', email: '' },
  ]);
});

test('F11 the letter that is opened after a switch of the language is the one that was read in it', () => {
  const flow = stand(inviteMachine, undefined);
  flow.answer('referral.invite_info', answered(form));
  flow.say({ type: 'house.language', locale: 'ru' });
  flow.answer('referral.invite_info', answered({ ...form, locale: 'ru' }));
  flow.say({ type: 'user.letter opened' });
  expect(flow.snapshot().context.locale).toBe('ru');
});

/** The first of two pages of people is there, and the second is asked for. */
const goingOn = () => {
  const flow = stand(peopleMachine, undefined);
  flow.answer('referral.list', peopleOutcomes['referral.list']?.done?.['a page with more behind it']);
  flow.say({ type: 'user.more asked' });
  return flow;
};

test('F12 people whom the line kept back are asked for when it is back, and others are not', () => {
  const flow = goingOn();
  flow.fail('referral.page', failures.network);
  flow.say({ type: 'port.online', at: 0 });
  expect([flow.waits('referral.page'), flow.snapshot().context]).toMatchObject([true, { trouble: null }]);
  flow.fail('referral.page', failures.broken);
  flow.say({ type: 'port.online', at: 0 });
  expect([flow.waits('referral.page'), flow.snapshot().context]).toMatchObject([
    false,
    { trouble: { code: 'internal' } },
  ]);
});

test('F12 money that moved may be a bonus: the programme and all people that stand there are read again', () => {
  const wallets = { type: 'signal.wallets', wallets: [], seq: 5 } as const;
  const flow = stand(referralMachine, undefined);
  flow.answer('referral.list', peopleOutcomes['referral.list']!.done!['four people']);
  const counted = flow.snapshot().children['programme']!;
  const before = counted.getSnapshot().children['referral.info'];
  flow.say(wallets);
  expect(counted.getSnapshot().children['referral.info']).not.toBe(before);
  expect(flow.waits('referral.list')).toBe(true);
});

test('F12 who is invited while people are read is among them', () => {
  const flow = goingOn();
  flow.say({ type: 'referral.changed' });
  expect([flow.waits('referral.page'), flow.waits('referral.list')]).toEqual([false, true]);
  // What is on its way may be from before.
  const before = flow.snapshot().children['referral.list'];
  flow.say({ type: 'referral.changed' });
  expect(flow.snapshot().children['referral.list']).not.toBe(before);

  const programme = stand(programmeMachine, undefined);
  const counted = programme.snapshot().children['referral.info'];
  programme.say({ type: 'referral.changed' });
  expect(programme.snapshot().children['referral.info']).not.toBe(counted);
});
