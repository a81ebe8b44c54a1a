import { describe, expect, test } from 'vitest';
import { fieldProblem } from '../../machines/flows/signup/signup.context.ts';
import { signupMachine } from '../../machines/flows/signup/signup.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { at, failures, refused } from '../../machines/operation/operation.samples.ts';
import { secondsToResend } from '../../machines/sign-in/code.context.ts';
import { keptOf } from '../../machines/sign-in/letter.ts';
import { letterOnItsWay, letterSent } from '../../machines/sign-in/sign-in.samples.ts';
import { secondsHeld } from '../../machines/sign-in/wait.ts';
import { stand } from './stand.ts';

const password = 'a long quiet phrase';
const open = (auth_type = 'password', email: string | null = null, kept: unknown = null) => {
  const flow = stand(signupMachine, {
    ...{ place: samplePlace('index-signup', '/signup'), account: null, email },
    site: { logo_url: '/logo.svg', auth_type },
  });
  flow.answer('letter.read', { kept, at });
  return flow;
};

function filled() {
  const flow = open();
  flow.say({ type: 'user.email typed', value: ' person@example.com ' });
  flow.say({ type: 'user.password typed', value: password });
  return flow;
}

function withCode() {
  const flow = filled();
  flow.say({ type: 'user.submitted' });
  flow.answer('auth.register', letterSent);
  return flow;
}

describe('R8 the form', () => {
  test('R8 a right one is sent as it stands, and the address is kept for the next visit', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.register').input).toEqual({ body: { email: 'person@example.com', password } });
    flow.answer('auth.register', letterSent);
    expect(flow.states()).toEqual(['coded']);
    expect(flow.world.effects[0]).toEqual({
      name: 'remember the address',
      params: { key: 'email', value: 'person@example.com' },
    });
    // What lies on the device has no secret in it.
    expect(JSON.stringify(flow.world.effects)).not.toContain(password);
  });

  test('R8 what is typed as an address is told to the house; one that was typed elsewhere stands in it', () => {
    expect(filled().told('flow.email typed')).toEqual([{ type: 'flow.email typed', email: ' person@example.com ' }]);
    expect(open('password', 'typed@example.com').snapshot().context.email).toBe('typed@example.com');
  });

  test.each([
    ['', '', ['required', 'required']],
    ['person', 'short', ['bad_email', 'too_short']],
    ['person@example.com', 'aaaaaaaaaaaaaaaa', [undefined, 'too_simple']],
    ['person@example.com', 'x'.repeat(201), [undefined, 'too_long']],
  ])('R8 %j with %j leads to words, not to the server', (email, secret, codes) => {
    const flow = open();
    flow.say({ type: 'user.email typed', value: email });
    flow.say({ type: 'user.password typed', value: secret });
    flow.say({ type: 'user.submitted' });
    expect(flow.states()).toEqual(['form.corrected']);
    const { context } = flow.snapshot();
    expect([fieldProblem(context, 'email', true)?.code, fieldProblem(context, 'password', true)?.code]).toEqual(codes);
    expect(flow.waits('auth.register')).toBe(false);
  });

  test('R8 a password that the server finds too simple is told at its field, and nothing typed is lost', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.register', refused('invalid', 422, { fields: { password: 'too_simple' } }));
    const { context } = flow.snapshot();
    expect(flow.states()).toEqual(['form.corrected']);
    expect([context.refused, context.trouble]).toEqual([{ password: { code: 'too_simple' } }, null]);
    expect([context.email, context.password]).toEqual([' person@example.com ', password]);
    flow.say({ type: 'user.password typed', value: `${password} of another kind` });
    expect(flow.snapshot().context.refused).toEqual({});
  });

  test.each([
    ['no network', failures.network, 'network'],
    ['a broken server', failures.broken, 'internal'],
    ['an unreadable answer', failures.unreadable, 'unreadable'],
  ])('R8 %s leaves the form as it was', (_title, error, code) => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.register', error);
    expect([flow.states(), flow.snapshot().context.trouble]).toEqual([['form.corrected'], { code }]);
    expect(flow.snapshot().context.password).toBe(password);
  });

  test('R8 whoever waits behind a letter whose answer was lost is told of that letter, and not that they asked too often', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.register', failures.network);
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.register', refused('rate_limited', 429, { retryAfter: 30, at }));
    expect([flow.states(), flow.snapshot().context.trouble]).toEqual([['held'], { code: 'letter_lost' }]);
  });

  test('R8 that letter is remembered whatever is said of the password meanwhile, and not with another address, nor after one that came', () => {
    const tooSoon = refused('rate_limited', 429, { retryAfter: 30, at });
    const lost = (how: (flow: ReturnType<typeof filled>) => void) => {
      const flow = filled();
      flow.say({ type: 'user.submitted' });
      how(flow);
      return flow;
    };
    const byNetwork = (flow: ReturnType<typeof filled>) => flow.fail('auth.register', failures.network);
    const asksAgain = (flow: ReturnType<typeof filled>) => {
      flow.say({ type: 'user.submitted' });
      flow.fail('auth.register', tooSoon);
      return flow.snapshot().context.trouble?.code;
    };
    for (const how of [byNetwork, (flow: ReturnType<typeof filled>) => void flow.wait()]) {
      const flow = lost(how);
      flow.say({ type: 'user.password typed', value: `${password} anew` });
      expect(asksAgain(flow)).toBe('letter_lost');
      flow.wait();
      expect([flow.states(), asksAgain(flow)]).toEqual([['form.entering'], 'rate_limited']);
    }
    const other = lost(byNetwork);
    other.say({ type: 'user.email typed', value: 'other@example.com' });
    expect(asksAgain(other)).toBe('rate_limited');
    const came = lost(byNetwork);
    came.say({ type: 'user.submitted' });
    came.answer('auth.register', letterSent);
    came.say({ type: 'user.other address wanted' }, 'code');
    expect(asksAgain(came)).toBe('rate_limited');
    const told = lost(byNetwork);
    told.say({ type: 'user.submitted' });
    told.fail('auth.register', refused('invalid', 422, { fields: { password: 'too_simple' } }));
    expect(asksAgain(told)).toBe('letter_lost');
  });

  test('R8 no answer at all ends in time', () => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    expect(flow.wait()).toBe(20_000);
    expect([flow.states(), flow.snapshot().context.trouble]).toEqual([['form.corrected'], { code: 'late' }]);
  });

  test.each([0, 3_600_000, -3_600_000])('R8 a wait is counted by the page clock, wrong by %i ms', (wrong) => {
    const flow = filled();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.register', refused('rate_limited', 429, { retryAfter: 30, at: at + wrong }));
    expect([flow.states(), secondsHeld(flow.snapshot().context)]).toEqual([['held'], 30]);
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + wrong + 12_000 });
    expect(secondsHeld(flow.snapshot().context)).toBe(18);
    expect(flow.wait()).toBe(30_000);
    expect([flow.states(), flow.snapshot().context.password]).toEqual([['form.entering'], password]);
  });

  test('R8 the password is shown and hidden, and hidden again when the letter is on its way', () => {
    const flow = filled();
    flow.say({ type: 'user.password toggled' });
    expect(flow.snapshot().context.revealed).toBe(true);
    flow.say({ type: 'user.submitted' });
    flow.answer('auth.register', letterSent);
    expect(flow.snapshot().context.revealed).toBe(false);
  });
});

describe('R8 the code of the letter', () => {
  test('R8 it is asked for at once, with the time of the letter; a right one signs in and forgets the password', () => {
    const flow = withCode();
    expect(flow.states('code')).toEqual(['asking.entering']);
    expect(secondsToResend(flow.snapshot('code').context)).toBe(60);
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    expect(flow.asked('auth.code').input).toEqual({ body: { code: '123456', remember: false } });
    flow.answer('auth.code', { ...letterSent, payload: {} });
    expect([flow.states(), flow.snapshot().context.password]).toEqual([['signed in'], '']);
    expect(flow.told('flow.signed in')).toHaveLength(1);
  });

  test('R8 another letter is for the same account, and the password is not sent again', () => {
    const flow = withCode();
    flow.wait();
    flow.say({ type: 'user.resent' }, 'code');
    expect(flow.asked('auth.send_confirmation_instructions').input).toEqual({});
    flow.fail('auth.send_confirmation_instructions', failures.network);
    expect(flow.states('code')).toEqual(['asking.corrected']);
  });

  test.each(['password', 'passwordless'])('R8 after a reload its code still opens the account, %s', (auth_type) => {
    const flow = open(auth_type, null, keptOf(letterOnItsWay('signup')));
    expect([flow.states(), flow.states('code')]).toEqual([['coded'], ['asking.entering']]);
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    flow.answer('auth.code', { ...letterSent, payload: {} });
    expect(flow.states()).toEqual(['signed in']);
  });

  test('R8 when that code has lapsed, a new letter needs the password: the form is there, with the address', () => {
    const flow = open('password', null, keptOf(letterOnItsWay('signup')));
    while (flow.states('code')[0] !== 'over') flow.wait();
    expect(flow.snapshot('code').can({ type: 'user.resent' })).toBe(false);
    flow.say({ type: 'user.other address wanted' }, 'code');
    expect([flow.states(), flow.snapshot().context.email]).toEqual([['form.entering'], 'person@example.com']);
    flow.say({ type: 'user.password typed', value: password });
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.register').input).toEqual({ body: { email: 'person@example.com', password } });
  });

  test('R8 another address keeps what was typed', () => {
    const flow = withCode();
    flow.say({ type: 'user.other address wanted' }, 'code');
    const { email, password: kept } = flow.snapshot().context;
    expect([flow.states(), email, kept]).toEqual([['form.entering'], ' person@example.com ', password]);
  });
});

describe('H2 without passwords', () => {
  const toLogin = [{ type: 'flow.navigate', to: '/login', replace: true }];

  test('H2 there is nothing to sign up for, and the sign-in takes its place', () => {
    const flow = open('passwordless');
    expect([flow.states(), flow.told('flow.navigate')]).toEqual([['closed'], toLogin]);
  });

  test('H2 nor when the site changes its mind in the middle, whoever tells', () => {
    const heard = filled();
    const settings = (auth_type: string) => ({
      type: 'signal.site_settings',
      site_settings: { logo_url: '/logo.svg', auth_type },
      seq: 2,
    });
    heard.say(settings('passwordless'));
    expect([heard.states(), heard.told('flow.navigate')]).toEqual([['closed'], toLogin]);
    expect(heard.snapshot().context.password).toBe('');
    heard.say(settings('password'));
    expect(heard.states()).toEqual(['form.entering']);

    const answered = filled();
    answered.say({ type: 'user.submitted' });
    answered.fail('auth.register', refused('password_disabled', 403));
    expect([answered.states(), answered.told('flow.navigate')]).toEqual([['closed'], toLogin]);
  });

  test('H2 a letter that is on its way still ends in an account', () => {
    const flow = withCode();
    flow.say({ type: 'signal.site_settings', site_settings: { logo_url: '', auth_type: 'passwordless' }, seq: 2 });
    expect(flow.states()).toEqual(['coded']);
  });
});
