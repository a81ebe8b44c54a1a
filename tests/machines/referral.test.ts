import { expect, test } from 'vitest';
import { longestNote, recruitId, recruitIdOf } from '../../contract/referral.ts';
import { inviteMachine } from '../../machines/flows/referral/invite.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { recruitMachine } from '../../machines/flows/recruit/recruit.machine.ts';
import { peopleMachine } from '../../machines/flows/referral/people.machine.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { peopleOutcomes, programmeOutcomes } from '../../machines/flows/referral/referral.samples.ts';
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

test('F12 whoever does not know whether an invitation went can correct its address, invite somebody else, or send it again', () => {
  const flow = stand(inviteMachine, undefined);
  flow.answer('referral.invite_info', answered(form));
  flow.say({ type: 'user.email typed', value: 'ana@example.com' });
  flow.say({ type: 'user.submitted' });
  flow.fail('referral.invite', failures.network);
  flow.say({ type: 'user.another address wanted' });
  expect([flow.states(), flow.snapshot().context]).toMatchObject([
    ['form.entering'],
    { email: 'ana@example.com', trouble: null },
  ]);
  // The same address is the same invitation.
  flow.say({ type: 'user.submitted' });
  expect(flow.asked('referral.invite').input).toEqual({ body: { email: 'ana@example.com', again: true } });
  flow.fail('referral.invite', failures.network);
  flow.say({ type: 'user.another address wanted' });
  flow.say({ type: 'user.email typed', value: 'anna@example.com' });
  flow.say({ type: 'user.submitted' });
  expect(flow.asked('referral.invite').input).toEqual({ body: { email: 'anna@example.com' } });
});

test('F12 that there is no connection is not said of an invitation any more once it is back, and nothing goes by itself', () => {
  const flow = stand(inviteMachine, undefined);
  flow.answer('referral.invite_info', answered(form));
  flow.say({ type: 'user.email typed', value: 'anna@example.com' });
  const lose = (failure: unknown) => {
    flow.fail('referral.invite', failure);
    const before = flow.snapshot().context.trouble;
    flow.say({ type: 'port.online', at: 1 });
    return [flow.states(), flow.waits('referral.invite'), before, flow.snapshot().context.trouble];
  };
  flow.say({ type: 'user.submitted' });
  expect(lose(failures.network)).toEqual([['unknown'], false, { code: 'network' }, null]);
  flow.say({ type: 'user.invite wanted' });
  expect(lose(failures.broken)).toEqual([['unknown'], false, { code: 'internal' }, { code: 'internal' }]);
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

const people = peopleOutcomes['referral.list']!.done!;
const signedIn = { type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 } as const;
const wallets = { type: 'signal.wallets', wallets: [], seq: 5 } as const;

test('F12 money that moved may be a bonus: the programme and all people that stand there are read again', () => {
  const flow = stand(referralMachine, undefined);
  flow.answer('referral.list', peopleOutcomes['referral.list']!.done!['four people']);
  const counted = flow.snapshot().children['programme']!;
  const before = counted.getSnapshot().children['referral.info'];
  flow.say(wallets);
  expect(counted.getSnapshot().children['referral.info']).not.toBe(before);
  expect(flow.waits('referral.list')).toBe(true);
});

test('F12 what nobody asked to read again and does not come leaves the link, the counts and the people as they stand', () => {
  for (const failure of Object.values(failures)) {
    const programme = stand(programmeMachine, undefined);
    programme.answer('referral.info', programmeOutcomes['referral.info']!.done!['people and bonuses']);
    programme.say({ type: 'referral.changed' });
    programme.say({ type: 'user.link copied' });
    expect(programme.told('programme.copied')).toHaveLength(1);
    programme.fail('referral.info', failure);
    expect([programme.states(), programme.snapshot().context]).toMatchObject([['shown'], { trouble: null }]);

    const list = stand(peopleMachine, undefined);
    list.answer('referral.list', people['four people']);
    list.say(wallets);
    list.fail('referral.list', failure);
    expect([list.states(), list.snapshot().context]).toMatchObject([['shown'], { trouble: null }]);
    expect(list.snapshot().context.items).toHaveLength(4);
  }
});

test('F12 an answer that is late to what nobody asked for is waited for no longer, and nobody is told', () => {
  const programme = stand(programmeMachine, undefined);
  programme.answer('referral.info', programmeOutcomes['referral.info']!.done!['people and bonuses']);
  programme.say(signedIn);
  programme.wait();
  expect(programme.states()).toEqual(['shown']);

  for (const [name, state] of Object.entries({
    'nobody came': 'nobody',
    'a page with more behind it': 'more',
    'four people': 'shown',
  })) {
    const list = stand(peopleMachine, undefined);
    list.answer('referral.list', people[name]);
    const before = list.snapshot().context;
    list.say({ type: 'referral.changed' });
    list.wait();
    expect([list.states(), list.snapshot().context]).toEqual([[state], before]);
  }
});

test('F12 money that moves takes no page away that somebody has added to the first', () => {
  const flow = goingOn();
  flow.answer('referral.page', peopleOutcomes['referral.page']!.done!['the last page']);
  flow.say(wallets);
  expect([flow.states(), flow.waits('referral.list')]).toEqual([['shown'], false]);
  flow.say({ type: 'referral.changed' });
  flow.answer('referral.list', people['four people']);
  flow.say(wallets);
  expect(flow.waits('referral.list')).toBe(true);
});

test('F12 who signs in again for another page of people has those that were added to the first', () => {
  const flow = goingOn();
  flow.answer('referral.page', people['a page with more behind it']);
  flow.say({ type: 'user.more asked' });
  flow.fail('referral.page', failures['session lost']);
  flow.say(signedIn);
  expect([flow.states(), flow.snapshot().context]).toMatchObject([['more'], { trouble: null }]);
  expect([flow.snapshot().context.items.length, flow.waits('referral.list')]).toEqual([4, false]);
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

test('F12 a link that was typed by hand, or that a sentence ends with, leads to the same invitation', () => {
  for (const typed of ['K9MWXT0H1F', 'k9mwxt0h1f', ' k9mwxtOhlf.', 'K9MWXTOHIF),', 'k9mwxt0h1f…'])
    expect(recruitIdOf(typed)).toBe('K9MWXT0H1F');
  for (const wrong of ['', '.', 'K9MWXT0H1', 'K9MWXT0H1FF', 'K9MW XT0H1F'])
    expect(recruitId.safeParse(recruitIdOf(wrong)).success).toBe(false);
  const place = samplePlace('recruit', '/', {}, { ref: 'k9mwxt0h1f.' });
  const flow = stand(recruitMachine, { place, account: null, site: null, email: null });
  expect(flow.asked('referral.recruit').input).toEqual({ params: { id: 'K9MWXT0H1F' } });
});
