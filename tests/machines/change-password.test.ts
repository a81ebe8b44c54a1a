import { describe, expect, test } from 'vitest';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { fieldProblem } from '../../machines/flows/change-password/change-password.context.ts';
import { changePasswordMachine } from '../../machines/flows/change-password/change-password.machine.ts';
import { actorAt } from '../../machines/journal/replay.ts';
import { loginMachine } from '../../machines/flows/login/login.machine.ts';
import { signupMachine } from '../../machines/flows/signup/signup.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { person, settings, visitor } from '../../machines/root/house.samples.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { letterSent } from '../../machines/sign-in/sign-in.samples.ts';
import { listener, openHouse } from './house.ts';
import { stand } from './stand.ts';

const old = 'the old long phrase';
const fresh = 'a long quiet phrase';
const unknown = { code: 'password_unknown' };
const open = (more: object = {}, auth_type = 'password') =>
  stand(changePasswordMachine, {
    ...{ place: samplePlace('settings-change-password', '/settings/change-password'), account: 'A-1001' },
    ...{ site: { logo_url: '/logo.svg', auth_type }, email: 'person@example.com' },
    ...more,
  });
const required = () => open({ needsPassword: true });

function filled() {
  const flow = open();
  flow.say({ type: 'user.old password typed', value: old });
  flow.say({ type: 'user.password typed', value: fresh });
  return flow;
}

describe('F2 another password', () => {
  test('F2 it is sent with the old one, and both are forgotten when it is set', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.change').input).toEqual({ body: { password: fresh, old_password: old } });
    flow.answer('auth.change', answered({}));
    expect(flow.states()).toEqual(['changed']);
    expect(flow.snapshot().context).toMatchObject({ password: '', old_password: '' });
    expect(flow.told('flow.interruption over')).toEqual([]);
  });

  test.each([
    ['', '', ['required', 'required']],
    [old, 'short', [undefined, 'too_short']],
    ['x', fresh, [undefined, undefined]],
  ])('F2 %j and %j are looked at before anybody is asked', (given, wanted, codes) => {
    const flow = open();
    flow.say({ type: 'user.old password typed', value: given });
    flow.say({ type: 'user.password typed', value: wanted });
    flow.say({ type: 'user.submitted' });
    const { context } = flow.snapshot();
    expect([fieldProblem(context, 'old_password', true)?.code, fieldProblem(context, 'password', true)?.code]).toEqual(
      codes,
    );
    expect(flow.waits('auth.change')).toBe(codes.every((code) => code === undefined));
  });

  test.each([
    ['a wrong old one', refused('wrong_password', 422, { fields: { old_password: 'wrong_password' } }), 'old_password'],
    ['the same one', refused('same_password', 422, { fields: { password: 'same_password' } }), 'password'],
  ] as const)('F2 %s is told at its field', (_title, error, field) => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.change', error);
    const { context } = flow.snapshot();
    expect(flow.states()).toEqual(['form.corrected']);
    expect(fieldProblem(context, field, true)).toEqual({ code: error.code });
    expect([context.trouble, context.old_password, context.password]).toEqual([null, old, fresh]);
  });

  test('F2 too many tries wait, and the form comes back with what is in it', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.change', refused('wait_before_retry', 429, { retryAfter: 30 }));
    expect(flow.states()).toEqual(['held']);
    expect(flow.wait()).toBe(30_000);
    expect([flow.states(), flow.snapshot().context.password]).toEqual([['form.entering'], fresh]);
  });

  test.each(['network', 'unreadable', 'broken', 'nothing at all'] as const)(
    'F2 after %s it may be done: that is said, and the form stays as it was, to be sent again',
    (how) => {
      const flow = filled();
      flow.say({ type: 'user.submitted' });
      if (how === 'nothing at all') expect(flow.wait()).toBe(20_000);
      else flow.fail('auth.change', failures[how]);
      expect(flow.states()).toEqual(['form.unknown']);
      expect(flow.snapshot().context).toMatchObject({ trouble: unknown, old_password: old, password: fresh });
      flow.say({ type: 'user.submitted' });
      flow.answer('auth.change', answered({}));
      expect(flow.states()).toEqual(['changed']);
    },
  );
});

describe('S2 a change whose answer is lost', () => {
  const signedIn = { type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 };
  function lost() {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.change', failures.network);
    return flow;
  }
  const said = ({ states, snapshot }: ReturnType<typeof open>) => [states(), snapshot().context.trouble];

  test('S2 is told so through the end of the session and another sign-in; typing ends it', () => {
    const flow = lost();
    flow.say({ type: 'house.session lost' });
    expect([...said(flow), flow.snapshot().context.password]).toEqual([['form.unknown'], unknown, '']);
    flow.say(signedIn);
    expect(said(flow)).toEqual([['form.unknown'], unknown]);
    flow.say({ type: 'user.submitted' });
    expect(said(flow)).toEqual([['form.corrected'], unknown]);
    flow.say({ type: 'user.password typed', value: fresh });
    expect(said(flow)).toEqual([['form.corrected'], null]);
    flow.say({ type: 'house.session lost' });
    expect(said(flow)).toEqual([['form.entering'], { code: 'no_session' }]);
  });

  test.each([false, true])(
    'S2 sent again, it meets the end of the session (news of it before: %s): still nobody knows',
    (news) => {
      const flow = lost();
      flow.say({ type: 'user.submitted' });
      if (news) flow.say({ type: 'house.session lost' });
      flow.fail('auth.change', failures['session lost']);
      flow.say(signedIn);
      expect(said(flow)).toEqual([['form.unknown'], unknown]);
    },
  );

  test.each(['network', 'nothing at all'] as const)(
    'S2 the session ends while it is sent, and its answer is %s: it may be done',
    (how) => {
      const flow = filled();
      flow.say({ type: 'user.submitted' });
      flow.say({ type: 'house.session lost' });
      expect([flow.states(), flow.snapshot().context.password]).toEqual([['saving'], '']);
      if (how === 'network') flow.fail('auth.change', failures.network);
      else expect(flow.wait()).toBe(20_000);
      expect(said(flow)).toEqual([['form.unknown'], unknown]);
    },
  );

  test('S2 the session ends while it is sent, and it is done all the same', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.say({ type: 'house.session lost' });
    flow.answer('auth.change', answered({}));
    expect(flow.states()).toEqual(['changed']);
  });

  test('S2 sent again, it has to wait: it is told so again behind the wait; an answer ends it', () => {
    const flow = lost();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.change', refused('wait_before_retry', 429, { retryAfter: 30 }));
    expect(flow.wait()).toBe(30_000);
    expect(said(flow)).toEqual([['form.unknown'], unknown]);
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.change', refused('wrong_password', 422, { fields: { old_password: 'wrong_password' } }));
    expect(said(flow)).toEqual([['form.corrected'], null]);
    flow.say({ type: 'house.session lost' });
    expect(said(flow)).toEqual([['form.entering'], { code: 'no_session' }]);
  });

  test('S2 a site that is closed has done nothing', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.change', { ...failures.broken, code: 'site_blocked', statusCode: 503 });
    expect(said(flow)).toEqual([['form.corrected'], { code: 'site_blocked' }]);
  });
});

describe('G4 the first password', () => {
  test('G4 no old one is asked for; when it is set the house is told in words, and the person goes on', () => {
    const flow = required();
    expect(flow.snapshot().can({ type: 'user.old password typed', value: old })).toBe(false);
    flow.say({ type: 'user.password typed', value: fresh });
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.change').input).toEqual({ body: { password: fresh } });
    flow.answer('auth.change', answered({}));
    expect([flow.states(), flow.snapshot().context.password]).toEqual([['set'], '']);
    expect(flow.world.told.slice(0, 2).map(({ type }) => type)).toEqual([
      'flow.toast wanted',
      'flow.interruption over',
    ]);
  });

  test('G4 it may be put off, and only there', () => {
    const flow = required();
    flow.say({ type: 'user.put off' });
    expect([flow.states(), flow.told('flow.interruption over')]).toEqual([
      ['put off'],
      [{ type: 'flow.interruption over' }],
    ]);
    expect(open().snapshot().can({ type: 'user.put off' })).toBe(false);
  });

  test('G4 when another tab has set one, the old one is asked for after all', () => {
    const flow = required();
    flow.say({ type: 'user.password typed', value: fresh });
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.change', refused('invalid', 422, { fields: { old_password: 'required' } }));
    expect(flow.snapshot().context).toMatchObject({ required: false, password: fresh });
    expect(flow.snapshot().can({ type: 'user.old password typed', value: old })).toBe(true);
  });
});

describe('S2 a session that is lost in the middle', () => {
  test.each(['form', 'saving'])('S2 %s: the passwords are forgotten, the form stays and says why', (where) => {
    const flow = filled();
    if (where === 'saving') flow.say({ type: 'user.submitted' });
    flow.say({ type: 'house.session lost' });
    if (where === 'saving') flow.fail('auth.change', failures['session lost']);
    expect(flow.states()).toEqual(['form.entering']);
    expect(flow.snapshot().context).toMatchObject({ password: '', old_password: '', trouble: { code: 'no_session' } });
    flow.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
    expect(flow.snapshot().context.trouble).toBeNull();
  });
});

test('G4 where people sign in without passwords there is nothing to change, whenever that is learnt', () => {
  expect(open({}, 'passwordless').states()).toEqual(['closed']);
  const flow = filled();
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.change', refused('password_disabled', 403));
  expect([flow.states(), flow.snapshot().context.password]).toEqual([['closed'], '']);
});

describe('G4 in the house', () => {
  const machines: Record<string, AnyStateMachine> = {
    login: loginMachine,
    signup: signupMachine,
    'change-password': changePasswordMachine,
  };
  const mustSet = { ...person, need_set_password: true };
  const house = (path: string) => {
    const made = openHouse({ path }, (name) => {
      const machine = machines[name];
      return machine ? provideAll(machine, made.world) : listener;
    });
    return made;
  };
  type House = ReturnType<typeof house>;
  const flowOf = (made: House) => made.flow('page')?.actor as AnyActorRef;
  const say = async (made: House, event: { type: string; value?: string }, child?: string) => {
    const flow = flowOf(made);
    (child ? flow.getSnapshot().children[child] : flow).send(event);
    await made.settle();
  };

  /** Somebody who was on the way to the history signs in by code. */
  async function signedInByCode() {
    const made = house('/history/exchange');
    await made.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    await made.settleAsk('flow.load');
    made.root.getSnapshot().children.navigation!.send({ type: 'user.navigated', value: '/login' });
    await made.settleAsk('flow.load');
    await say(made, { type: 'user.email typed', value: mustSet.email });
    await say(made, { type: 'user.code wanted' });
    await made.answer('auth.login', { payload: letterSent.payload });
    await say(made, { type: 'user.code typed', value: '123456' }, 'code');
    await say(made, { type: 'user.submitted' }, 'code');
    await made.answer('auth.code', { user: mustSet });
    await made.settleAsk('flow.load');
    return made;
  }

  test('G4 sign-in by code leads to it once; the first password is set, and the interrupted page opens', async () => {
    const made = await signedInByCode();
    expect(made.place()).toBe('/settings/change-password');
    expect(flowOf(made).getSnapshot().context).toMatchObject({ required: true, email: mustSet.email });
    await say(made, { type: 'user.password typed', value: fresh });
    await say(made, { type: 'user.submitted' });
    await made.answer('auth.change', { user: { ...mustSet, need_set_password: false } });
    expect(made.place()).toBe('/history/exchange');
    const { children } = made.root.getSnapshot();
    expect(children.session!.getSnapshot().context).toMatchObject({ user: { need_set_password: false } });
    await made.settleAsk('annex.load');
    expect(actorAt(made.root, 'root/late/annex/toasts')?.getSnapshot().context).toMatchObject({
      toast: { msg: 'change_password.set' },
    });
    // Opened later by choice, it asks for the old one.
    await made.settleAsk('flow.load');
    children.navigation!.send({ type: 'user.navigated', value: '/settings/change-password' });
    expect(flowOf(made).getSnapshot().context.required).toBe(false);
  });

  test('G4 left for another page, it is not asked for again in this visit', async () => {
    const made = await signedInByCode();
    const { children } = made.root.getSnapshot();
    children.navigation!.send({ type: 'user.navigated', value: '/exchanges' });
    expect(made.place()).toBe('/exchanges');
    await made.hear('auth.code', { user: mustSet });
    expect(made.place()).toBe('/exchanges');
    expect(children.navigation!.getSnapshot().context).toMatchObject({ asked: [mustSet.account_id] });
    expect(made.effectsOf('memory.keep')).toContainEqual({ key: `asked/${mustSet.account_id}`, value: true });
  });

  test('G4 put off for a page that was open before, it ends alone: the page lives on', async () => {
    const made = await signedInByCode();
    const go = async (value: string) => {
      made.root.getSnapshot().children.navigation!.send({ type: 'user.navigated', value });
      await made.settle();
      if (made.pending.some(({ name }) => name === 'flow.load')) await made.settleAsk('flow.load');
    };
    for (const path of ['/exchanges', '/history/exchange', '/settings/change-password']) await go(path);
    await say(made, { type: 'user.put off' });
    expect([made.flow('page')?.name, made.value('page')]).toEqual(['history', { open: 'running' }]);
  });

  test('H2 R8 an address that is typed at one form stands in the other, there and back', async () => {
    const made = house('/login');
    await made.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
    await made.settleAsk('flow.load');
    const go = async (value: string) => {
      made.root.getSnapshot().children.navigation!.send({ type: 'user.navigated', value });
      await made.settle();
      if (made.pending.some(({ name }) => name === 'flow.load')) await made.settleAsk('flow.load');
    };
    await say(made, { type: 'user.email typed', value: 'new.person@example.com' });
    await go('/signup');
    expect(flowOf(made).getSnapshot().context.email).toBe('new.person@example.com');
    await say(made, { type: 'user.email typed', value: 'other.person@example.com' });
    await go('/login');
    expect(flowOf(made).getSnapshot().context).toMatchObject({ email: 'other.person@example.com', password: '' });
  });
});
