import { describe, expect, test } from 'vitest';
import { secondsToResend } from '../../machines/sign-in/code.context.ts';
import { loginMachine } from '../../machines/flows/login/login.machine.ts';
import { keptOf } from '../../machines/sign-in/letter.ts';
import { secondsHeld } from '../../machines/sign-in/wait.ts';
import { letterOnItsWay, token } from '../../machines/sign-in/sign-in.samples.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, at, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand, type Stand } from './stand.ts';

const place = (query: Record<string, string> = {}) => samplePlace('index-login', '/login', {}, query);
const open = (auth_type: string, more: Record<string, unknown> = {}, kept: unknown = null) => {
  const flow = stand(loginMachine, {
    place: place(),
    account: null,
    site: { logo_url: '/logo.svg', auth_type },
    email: null,
    ...more,
  });
  if (flow.waits('letter.read')) flow.answer('letter.read', { kept, at });
  return flow;
};
const sent = answered({
  sent_to: 'person@example.com',
  expires_at: '2026-01-15T12:10:00.000Z',
  again_at: '2026-01-15T12:01:00.000Z',
});

function withCode(clock = at) {
  const flow = open('passwordless', { email: 'person@example.com' });
  flow.say({ type: 'user.submitted' });
  flow.answer('auth.login', { ...sent, at: clock });
  return flow;
}

function withPassword() {
  const flow = open('password');
  flow.say({ type: 'user.email typed', value: ' person@example.com ' });
  flow.say({ type: 'user.password typed', value: 'demo-password-1' });
  return flow;
}

describe('F1 which form a sign-in begins with', () => {
  test.each([
    ['password', {}, ['password.entering']],
    ['passwordless', {}, ['email.entering']],
    ['password', { place: place({ link: token }) }, ['linked']],
    ['passwordless', { place: place({ link: token }) }, ['linked']],
    ['password', { place: place({ link: token }), over: true }, ['password.entering']],
  ])('F1 auth_type %s with %j', (auth_type, more, states) => {
    expect(open(auth_type, more).states()).toEqual(states);
  });

  test('F2 without settings the password form is shown, and the site may change its mind', () => {
    const flow = open('password', { site: null });
    expect(flow.states()).toEqual(['password.entering']);
    flow.say({
      type: 'signal.site_settings',
      site_settings: { logo_url: '/logo.svg', auth_type: 'passwordless' },
      seq: 2,
    });
    expect(flow.states()).toEqual(['email.entering']);
    expect(flow.snapshot().can({ type: 'user.password wanted' })).toBe(false);
  });

  test('F1 the address of the last sign-in stands in the form', () => {
    expect(open('passwordless', { email: 'person@example.com' }).snapshot().context.email).toBe('person@example.com');
  });
});

describe('F2 sign-in by password', () => {
  test('F2 a right form is sent as it stands; the house is told, the address kept, the password forgotten', () => {
    const flow = withPassword();
    flow.say({ type: 'user.remember chosen', value: true });
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.login_by_password').input).toEqual({
      body: { email: 'person@example.com', password: 'demo-password-1', remember: true },
    });
    flow.answer('auth.login_by_password', answered({}));
    expect(flow.states()).toEqual(['signed in']);
    expect(flow.told('flow.signed in')).toHaveLength(1);
    expect(flow.snapshot().context.password).toBe('');
    expect(flow.world.effects).toEqual([
      { name: 'remember the address', params: { key: 'email', value: 'person@example.com' } },
    ]);
  });

  test('F2 what was said of a field goes with the next letter of either', () => {
    for (const type of ['user.email typed', 'user.password typed']) {
      const flow = withPassword();
      flow.say({ type: 'user.submitted' });
      flow.fail('auth.login_by_password', refused('validation', 422, { fields: { password: 'too_long' } }));
      expect(flow.snapshot().context.refused).not.toEqual({});
      flow.say({ type, value: 'other@example.com' });
      const { refused: said, trouble } = flow.snapshot().context;
      expect([said, trouble]).toEqual([{}, null]);
    }
  });

  test.each([
    ['', '', ['required', 'required']],
    ['person', 'x', ['bad_email', undefined]],
    ['person@example.com', '', [undefined, 'required']],
    ['person@example.com', 'x'.repeat(201), [undefined, 'too_long']],
  ])('F2 %j with %j leads to words, not to the server', async (email, password, codes) => {
    const { fieldProblem } = await import('../../machines/flows/login/login.context.ts');
    const flow = open('password');
    flow.say({ type: 'user.email typed', value: email });
    flow.say({ type: 'user.password typed', value: password });
    flow.say({ type: 'user.submitted' });
    expect(flow.states()).toEqual(['password.corrected']);
    const { context } = flow.snapshot();
    expect([fieldProblem(context, 'email', true)?.code, fieldProblem(context, 'password', true)?.code]).toEqual(codes);
    expect(flow.waits('auth.login_by_password')).toBe(false);
  });

  test.each([
    ['wrong credentials', refused('wrong_credentials', 422), ['password.corrected'], 'wrong_credentials'],
    ['no network', failures.network, ['password.corrected'], 'network'],
    ['a broken server', failures.broken, ['password.corrected'], 'internal'],
    ['passwords switched off', refused('password_disabled', 403), ['email.corrected'], 'password_disabled'],
    ['too many tries', refused('wait_before_retry', 429, { retryAfter: 30 }), ['held'], 'wait_before_retry'],
  ])('F2 %s', (_title, error, states, code) => {
    const flow = withPassword();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.login_by_password', error);
    expect(flow.states()).toEqual(states);
    expect(flow.snapshot().context.trouble.code).toBe(code);
  });

  test.each([0, 3_600_000, -3_600_000])('F2 a wait is counted down by the page clock, wrong by %i ms', (wrong) => {
    const flow = withPassword();
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.login_by_password', refused('wait_before_retry', 429, { retryAfter: 30, at: at + wrong }));
    expect(secondsHeld(flow.snapshot().context)).toBe(30);
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + wrong + 12_000 });
    expect(secondsHeld(flow.snapshot().context)).toBe(18);
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + wrong + 90_000 });
    expect(secondsHeld(flow.snapshot().context)).toBe(0);
    expect(flow.wait()).toBe(30_000);
    expect(flow.states()).toEqual(['password.entering']);
    expect(flow.snapshot().context.email).toBe(' person@example.com ');
  });

  test('F1 the password form sends a code to the address that is there, and forgets the password', () => {
    const flow = withPassword();
    flow.say({ type: 'user.code wanted' });
    expect(flow.asked('auth.login').input).toEqual({ body: { email: 'person@example.com' } });
    expect(flow.snapshot().context.password).toBe('');
  });
});

describe('F1 sign-in by code', () => {
  test('F1 what was said of a code is gone with the next letter', () => {
    const flow = withCode();
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    flow.fail('auth.code', refused('wrong_code', 422, { params: { left: 4 } }));
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + 60_500 });
    flow.say({ type: 'user.resent' }, 'code');
    const times = { expires_at: '2026-01-15T12:12:00.000Z', again_at: '2026-01-15T12:02:00.000Z' };
    flow.answer('auth.send_confirmation_instructions', answered(times));
    const { refused: said, code, tries } = flow.snapshot('code').context;
    // Another letter brings no new tries.
    expect([flow.states('code'), said, code, tries]).toEqual([['asking.entering'], null, '', 1]);
  });

  test('F1 six digits, however they are pasted, sign in', () => {
    const flow = withCode();
    flow.say({ type: 'user.code typed', value: '123-456 ' }, 'code');
    flow.say({ type: 'user.remember chosen', value: true }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    expect(flow.asked('auth.code').input).toEqual({ body: { code: '123456', remember: true } });
    flow.answer('auth.code', answered({}));
    expect(flow.states()).toEqual(['signed in']);
    expect(flow.told('flow.signed in')).toHaveLength(1);
  });

  test.each([
    [
      'a wrong code',
      refused('wrong_code', 422, { params: { left: 3 } }),
      'asking.corrected',
      null,
      { code: 'wrong_code', params: { left: 3 } },
    ],
    [
      'a wrong code, uncounted',
      refused('wrong_code', 422),
      'asking.corrected',
      null,
      { code: 'wrong_code', params: { left: 4 } },
    ],
    ['too late', refused('code_expired', 409), 'over', 'code_expired', null],
    ['used', refused('code_used', 409), 'over', 'code_used', null],
    ['too many tries', refused('too_many_tries', 409), 'over', 'too_many_tries', null],
    ['a wait', refused('wait_before_retry', 429, { retryAfter: 5 }), 'held', 'wait_before_retry', null],
    ['no answer', failures.late, 'asking.corrected', 'late', null],
    ['no network', failures.network, 'asking.corrected', 'network', null],
  ])('F1 %s', (_title, error, state, trouble, said) => {
    const flow = withCode();
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    flow.fail('auth.code', error);
    expect(flow.states('code')).toEqual([state]);
    expect(flow.snapshot('code').context.trouble?.code ?? null).toBe(trouble);
    expect(flow.snapshot('code').context.refused).toEqual(said);
  });

  test.each([0, 3_600_000, -3_600_000])('F1 a new code is counted down by the page clock, wrong by %i ms', (wrong) => {
    const flow = withCode(at + wrong);
    expect(secondsToResend(flow.snapshot('code').context)).toBe(60);
    expect(flow.snapshot('code').can({ type: 'user.resent' })).toBe(false);
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + wrong + 20_500 });
    expect(secondsToResend(flow.snapshot('code').context)).toBe(40);
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + wrong + 61_000 });
    expect(flow.snapshot('code').can({ type: 'user.resent' })).toBe(true);
    flow.say({ type: 'user.resent' }, 'code');
    // The server knows what this browser has asked for.
    expect(flow.asked('auth.send_confirmation_instructions').input).toEqual({});
  });

  test('F1 without ticks a new code is allowed all the same, and the code lapses in time', () => {
    const flow = withCode();
    expect(flow.wait()).toBe(60_000);
    expect(flow.snapshot('code').can({ type: 'user.resent' })).toBe(true);
    expect(flow.wait()).toBe(540_000);
    expect(flow.states('code')).toEqual(['over']);
    expect(flow.snapshot('code').context.trouble).toEqual({ code: 'code_expired' });
  });

  test('F1 a letter that was not sent leads back to the address, with the reason', () => {
    const flow = open('passwordless', { email: 'person@example.com' });
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.login', failures.network);
    expect(flow.states()).toEqual(['email.corrected']);
    expect(flow.snapshot().context.trouble).toEqual({ code: 'network' });
  });

  const tooSoon = refused('rate_limited', 429, { retryAfter: 30, at });
  const asksAgain = (flow: Stand) => {
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.login', tooSoon);
    return [flow.states('code'), flow.snapshot('code').context.trouble];
  };

  test('F1 whoever waits behind a letter whose answer was lost is told of that letter, and once', () => {
    for (const lost of [failures.network, failures.late]) {
      const flow = open('passwordless', { email: 'person@example.com' });
      flow.say({ type: 'user.submitted' });
      flow.fail('auth.login', lost);
      expect(asksAgain(flow)).toEqual([['held'], { code: 'letter_lost' }]);
      flow.wait();
      expect([flow.states(), flow.snapshot().context.trouble]).toEqual([['email.entering'], null]);
      expect(asksAgain(flow)).toEqual([['held'], { code: 'rate_limited', params: { seconds: 30 } }]);
    }
  });

  test('F1 another address, a letter that came and a wait of another kind have no lost letter behind them', () => {
    const lost = () => {
      const flow = open('passwordless', { email: 'person@example.com' });
      flow.say({ type: 'user.submitted' });
      flow.fail('auth.login', failures.network);
      return flow;
    };
    const other = lost();
    other.say({ type: 'user.email typed', value: 'other@example.com' });
    expect(asksAgain(other)).toMatchObject([['held'], { code: 'rate_limited' }]);
    const tries = lost();
    tries.say({ type: 'user.submitted' });
    tries.fail('auth.login', refused('wait_before_retry', 429, { retryAfter: 30, at }));
    expect(tries.snapshot('code').context.trouble?.code).toBe('wait_before_retry');
    const came = lost();
    came.say({ type: 'user.submitted' });
    came.answer('auth.login', sent);
    came.say({ type: 'user.code typed', value: '123456' }, 'code');
    came.say({ type: 'user.submitted' }, 'code');
    came.fail('auth.code', refused('code_expired', 409));
    came.hear('clock.ticks', { type: 'port.ticked', at: at + 60_500 });
    came.say({ type: 'user.resent' }, 'code');
    came.fail('auth.login', tooSoon);
    expect(came.snapshot('code').context.trouble?.code).toBe('rate_limited');
    came.say({ type: 'user.other address wanted' }, 'code');
    expect(asksAgain(came)).toMatchObject([['held'], { code: 'rate_limited' }]);
  });

  test.each([
    ['five letters of one request', refused('wait_before_retry', 429, { retryAfter: 400, at: at + 60_000 })],
    ['many letters of one place', refused('rate_limited', 429, { retryAfter: 400, at: at + 60_000 })],
  ])('F1 a wait for the next letter, after %s, takes nobody the place for the code of the last one', (_, wait) => {
    const flow = withCode();
    flow.wait();
    flow.say({ type: 'user.code typed', value: '123' }, 'code');
    flow.say({ type: 'user.resent' }, 'code');
    flow.fail('auth.send_confirmation_instructions', wait);
    const { trouble, code, heldUntil } = flow.snapshot('code').context;
    expect([flow.states('code'), trouble, code, heldUntil]).toEqual([
      ['asking.corrected'],
      { code: 'letter_waits' },
      '123',
      0,
    ]);
    expect(secondsToResend(flow.snapshot('code').context)).toBe(400);
    expect(flow.snapshot('code').can({ type: 'user.resent' })).toBe(false);
    const again = new Date(at + 460_000).toISOString();
    expect(flow.world.effects.at(-1)).toMatchObject({
      name: 'keep the letter',
      params: { letter: { again_at: again, expires_at: sent.payload.expires_at } },
    });
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    flow.answer('auth.code', answered({}));
    expect(flow.states()).toEqual(['signed in']);
  });

  test('F1 a wait for the next letter ends when it was said to, and the code when it lapses', () => {
    const flow = withCode();
    flow.wait();
    flow.say({ type: 'user.resent' }, 'code');
    flow.fail(
      'auth.send_confirmation_instructions',
      refused('wait_before_retry', 429, { retryAfter: 400, at: at + 60_000 }),
    );
    expect(flow.wait()).toBe(400_000);
    expect(flow.snapshot('code').can({ type: 'user.resent' })).toBe(true);
    expect(flow.wait()).toBe(140_000);
    expect(flow.states('code')).toEqual(['over']);
  });

  test.each(['code_expired', 'code_used', 'too_many_tries'])(
    'F1 where nothing is open any more (%s) another letter is one of its own, to the address',
    (code) => {
      const flow = withCode();
      flow.wait();
      flow.say({ type: 'user.resent' }, 'code');
      flow.fail('auth.send_confirmation_instructions', refused(code, 409));
      expect([flow.states('code'), flow.snapshot('code').context.trouble]).toEqual([['over'], { code }]);
      expect(flow.world.effects.at(-1)?.name).toBe('drop the letter');
      flow.say({ type: 'user.resent' }, 'code');
      expect(flow.asked('auth.login').input).toEqual({ body: { email: 'person@example.com' } });
    },
  );

  test('F1 another letter names the address that it went to: another tab may have asked for another one', () => {
    const flow = withCode();
    flow.wait();
    flow.say({ type: 'user.resent' }, 'code');
    flow.answer('auth.send_confirmation_instructions', answered({ ...sent.payload, sent_to: 'other@example.com' }));
    expect(flow.snapshot('code').context.sent?.to).toBe('other@example.com');
    expect(flow.world.effects.at(-1)).toMatchObject({ params: { letter: { sent_to: 'other@example.com' } } });
  });

  test('F1 a new letter that was not sent leaves the old code in the form', () => {
    const flow = withCode();
    flow.wait();
    flow.say({ type: 'user.resent' }, 'code');
    flow.fail('auth.send_confirmation_instructions', failures.network);
    expect(flow.states('code')).toEqual(['asking.corrected']);
  });
});

test.each([
  ['passwordless', true],
  ['password', false],
])('F1 where the site is %s a letter goes to anybody, or to whoever has an account', (auth_type, anybody) => {
  const flow = open(auth_type, { email: 'person@example.com' });
  flow.say({ type: auth_type === 'password' ? 'user.code wanted' : 'user.submitted' });
  flow.answer('auth.login', sent);
  expect(flow.snapshot('code').context.anybody).toBe(anybody);
});

describe('F1 a letter that is on its way', () => {
  const kept = keptOf(letterOnItsWay('login'));
  const coded = (letter: unknown = kept) => open('password', { email: 'other@example.com' }, letter);

  test('F1 after a reload the place for its code stands there, and the code signs in', () => {
    const flow = coded();
    expect([flow.states(), flow.states('code')]).toEqual([['coded'], ['asking.entering']]);
    const { email, sent, at: now } = flow.snapshot('code').context;
    expect([email, sent.to, sent.expiresAt - now]).toEqual([kept.email, kept.sent_to, 540_000]);
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    flow.answer('auth.code', answered({}));
    expect(flow.states()).toEqual(['signed in']);
  });

  test('F1 its code lapses when it would have lapsed, and nothing of it is kept then', () => {
    const flow = coded();
    expect(flow.wait()).toBe(30_000);
    expect(flow.wait()).toBe(510_000);
    expect(flow.states('code')).toEqual(['over']);
    expect(flow.world.effects.at(-1)).toEqual({ name: 'drop the letter', params: { letter: kept } });
  });

  test('F1 another address is asked for where it went, and the next letter is one of its own', () => {
    const flow = coded();
    flow.say({ type: 'user.other address wanted' }, 'code');
    expect([flow.states(), flow.snapshot().context.email]).toEqual([['email.entering'], kept.email]);
    flow.say({ type: 'user.email typed', value: 'next@example.com' });
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.login').input).toEqual({ body: { email: 'next@example.com' } });
  });

  test.each([
    ['nothing', null],
    ['one for an account', keptOf(letterOnItsWay('signup'))],
    ['one that has lapsed', { ...kept, expires_at: new Date(at).toISOString() }],
    ['one of a clock that was set back', { ...kept, expires_at: new Date(at + 600_001).toISOString() }],
    ['one without an address', { ...kept, email: 5 }],
    ['one with an endless address', { ...kept, sent_to: 'x'.repeat(255) }],
    ['one without a moment', { ...kept, again_at: null }],
    ['something else', 'letter'],
  ])('F1 %s is no letter to wait for', (_title, letter) => {
    expect(coded(letter).states()).toEqual(['password.entering']);
  });

  test('F1 what was asked for is kept without its code and without a password', () => {
    const flow = withCode();
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    const said = flow.world.effects.filter(({ name }) => name === 'keep the letter');
    expect(said).toEqual([
      {
        name: 'keep the letter',
        params: {
          letter: {
            ...{ flow: 'login', email: 'person@example.com', sent_to: 'person@example.com' },
            ...{ expires_at: sent.payload.expires_at, again_at: sent.payload.again_at },
          },
        },
      },
    ]);
  });

  test('F1 over a flow only a letter to the address whose session was lost is theirs', () => {
    const over = (email: string) => open('password', { over: true, email }, kept).states();
    expect([over('Person@example.com'), over('other@example.com')]).toEqual([['coded'], ['password.entering']]);
  });

  test('F1 who gives up before a letter was sent leaves the one of another tab', () => {
    const flow = open('passwordless', { email: 'person@example.com' });
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.login', refused('invalid', 422, { fields: { email: 'bad_email' } }));
    expect(flow.states()).toEqual(['email.corrected']);
    expect(flow.world.effects.map(({ params }) => params)).toEqual([{ letter: null }]);
  });

  test('F1 a storage that does not answer holds nobody up', () => {
    const flow = stand(loginMachine, { place: place(), account: null, site: null, email: null });
    expect(flow.wait()).toBe(1_000);
    expect(flow.states()).toEqual(['password.entering']);
  });
});

describe('F1 the page of a link', () => {
  const info = {
    same_browser: true,
    device: 'Firefox, Linux',
    place: 'Riga',
    requested_at: '2026-01-15T11:58:00.000Z',
    expires_at: '2026-01-15T12:08:00.000Z',
  };
  const opened = (): Stand => open('password', { place: place({ link: token }) });

  test('F1 in the browser that asked, reading changes nothing and the button signs in', () => {
    const flow = opened();
    expect(flow.asked('auth.link_info').input).toEqual({ params: { token } });
    flow.answer('auth.link_info', answered(info));
    expect(flow.states('link')).toEqual(['ready']);
    expect(flow.waits('auth.link')).toBe(false);
    flow.say({ type: 'user.confirmed' }, 'link');
    expect(flow.asked('auth.link').input).toEqual({ params: { token }, body: { remember: false } });
    flow.answer('auth.link', answered({}));
    expect(flow.states()).toEqual(['signed in']);
  });

  test('F1 in another browser it signs nobody in: the code is shown, and no button consumes it', () => {
    const flow = opened();
    flow.answer('auth.link_info', answered({ ...info, same_browser: false, code: '123456' }));
    expect(flow.states('link')).toEqual(['elsewhere']);
    expect(flow.snapshot('link').can({ type: 'user.confirmed' })).toBe(false);
    expect(flow.snapshot('link').context.info.code).toBe('123456');
    expect(flow.wait()).toBe(480_000);
    expect(flow.states('link')).toEqual(['over']);
  });

  test.each([
    ['a dead link', refused('link_invalid', 404), 'over', 'link_invalid'],
    ['a link with a sign too many', refused('not_found', 404), 'over', 'link_invalid'],
    ['no network', failures.network, 'unread', 'network'],
    ['a broken server', failures.broken, 'unread', 'internal'],
  ])('F1 %s, when it is read', (_title, error, state, code) => {
    const flow = opened();
    flow.fail('auth.link_info', error);
    expect(flow.states('link')).toEqual([state]);
    expect(flow.snapshot('link').context.trouble.code).toBe(code);
    flow.say({ type: 'user.form wanted' }, 'link');
    flow.answer('letter.read', { kept: null, at });
    expect(flow.states()).toEqual(['password.entering']);
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/login', replace: true }]);
    flow.say({ type: 'house.arrived', place: place() });
    expect(flow.states()).toEqual(['password.entering']);
  });

  test('F1 a lost answer to the button is found out by reading the link again', () => {
    const flow = opened();
    flow.answer('auth.link_info', answered(info));
    flow.say({ type: 'user.confirmed' }, 'link');
    flow.fail('auth.link', failures.network);
    expect(flow.states('link')).toEqual(['unread']);
    flow.say({ type: 'user.retried' }, 'link');
    flow.fail('auth.link_info', refused('link_invalid', 404));
    expect(flow.states('link')).toEqual(['over']);
  });
});

describe('S2 sign-in over a flow', () => {
  test('F1 F15 a letter over a lost session is for one who has an account; elsewhere for anybody', () => {
    const asked = (more: Record<string, unknown>) => {
      const flow = open('passwordless', { email: 'person@example.com', ...more });
      flow.say({ type: 'user.submitted' });
      return flow.asked('auth.login').input;
    };
    expect(asked({ over: true })).toEqual({ body: { email: 'person@example.com', known: true } });
    expect(asked({})).toEqual({ body: { email: 'person@example.com' } });
  });

  test('F15 whoever may have another address by now is offered that one, and is known by either', () => {
    const doubt = { email: 'new.address@example.org', former: 'person@example.com' };
    for (const more of [{ over: true }, {}]) {
      const flow = open('passwordless', { email: 'person@example.com', doubt, ...more });
      expect(flow.snapshot().context.email).toBe(doubt.email);
      flow.say({ type: 'user.email typed', value: doubt.former });
      flow.say({ type: 'user.submitted' });
      expect(flow.asked('auth.login').input).toEqual({ body: { email: doubt.former, known: true } });
    }
  });

  test('F1 F15 an address that nobody has ends the code with its own words, and no other letter is offered', () => {
    const flow = withCode();
    flow.say({ type: 'user.code typed', value: '123456' }, 'code');
    flow.say({ type: 'user.submitted' }, 'code');
    flow.fail('auth.code', refused('no_account', 409));
    expect(flow.states('code')).toEqual(['over']);
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + 60_500 });
    expect(flow.snapshot('code').can({ type: 'user.resent' })).toBe(false);
    flow.say({ type: 'user.other address wanted' }, 'code');
    expect(flow.states()).toEqual(['email.entering']);
  });

  test('S2 it can be turned down there, and only there', () => {
    const over = open('password', { over: true });
    over.say({ type: 'user.dismissed' });
    expect(over.states()).toEqual(['dismissed']);
    expect(over.told('flow.dismissed')).toHaveLength(1);
    expect(open('password').snapshot().can({ type: 'user.dismissed' })).toBe(false);
  });
});
