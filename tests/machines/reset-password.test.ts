import { describe, expect, test } from 'vitest';
import { secondsToResend } from '../../machines/flows/forgot-password/forgot-password.context.ts';
import { forgotPasswordMachine } from '../../machines/flows/forgot-password/forgot-password.machine.ts';
import { resetPasswordMachine } from '../../machines/flows/reset-password/reset-password.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { letterSent, token } from '../../machines/sign-in/sign-in.samples.ts';
import { stand } from './stand.ts';

const site = { logo_url: '/logo.svg', auth_type: 'password' };
const password = 'a long quiet phrase';
const forgot = (email: string | null = null) =>
  stand(forgotPasswordMachine, {
    ...{ place: samplePlace('forgot-password', '/forgot-password'), account: null },
    ...{ site, email },
  });
const reset = (query: Record<string, string> = { token }) =>
  stand(resetPasswordMachine, {
    ...{ place: samplePlace('reset-password', '/reset-password', {}, query), account: null },
    ...{ site, email: null },
  });
const info = answered({ email: 'person@example.com', expires_at: '2026-01-15T13:00:00.000Z' });

function opened() {
  const flow = reset();
  flow.answer('auth.reset_info', info);
  return flow;
}

test('F2 R8 what the server said of a password goes when another is typed', () => {
  const flow = opened();
  flow.say({ type: 'user.password typed', value: password });
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.reset_by_token', refused('invalid', 422, { fields: { password: 'too_simple' } }));
  expect(flow.snapshot().context.refused).toEqual({ password: { code: 'too_simple' } });
  flow.say({ type: 'user.password typed', value: `${password} 2` });
  expect(flow.snapshot().context.refused).toEqual({});
});

describe('F2 R8 the letter', () => {
  test('F2 R8 the address that was typed at the sign-in stands in the form, and one press asks', () => {
    const flow = forgot('typed@example.com');
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.reset').input).toEqual({ body: { email: 'typed@example.com' } });
    flow.answer('auth.reset', letterSent);
    expect(flow.states()).toEqual(['sent']);
    expect(flow.world.effects).toEqual([
      { name: 'remember the address', params: { key: 'email', value: 'typed@example.com' } },
    ]);
  });

  test('F2 R8 another letter waits for its time', () => {
    const flow = forgot('person@example.com');
    flow.say({ type: 'user.submitted' });
    flow.answer('auth.reset', letterSent);
    expect(secondsToResend(flow.snapshot().context)).toBe(60);
    flow.say({ type: 'user.resent' });
    expect(flow.waits('auth.reset')).toBe(false);
  });

  test.each([
    ['no network', failures.network, 'network'],
    ['a broken server', failures.broken, 'internal'],
  ])('F2 R8 %s is told, and the address stays', (_what, error, code) => {
    const flow = forgot('person@example.com');
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.reset', error);
    expect([flow.states(), flow.snapshot().context.trouble?.code]).toEqual([['form.corrected'], code]);
    expect(flow.snapshot().context.email).toBe('person@example.com');
  });
});

describe('F2 R8 the link', () => {
  test('F2 R8 the token leaves the address before anything is asked, and comes with the question', () => {
    const flow = reset();
    expect(flow.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/reset-password', replace: true }]);
    expect(flow.asked('auth.reset_info').input).toEqual({ params: { token } });
    flow.say({ type: 'house.arrived', place: samplePlace('reset-password', '/reset-password') });
    expect(flow.states()).toEqual(['reading']);
  });

  test('F2 R8 without a link nothing is asked', () => {
    const flow = reset({});
    expect([flow.states(), flow.told('flow.navigate')]).toEqual([['missing'], []]);
  });

  test('F2 M6 without a link it speaks of passwords only where they are used', () => {
    const flow = reset({});
    flow.say({ type: 'signal.site_settings', site_settings: { ...site, auth_type: 'passwordless' } });
    expect(flow.states()).toEqual(['closed']);
    flow.say({ type: 'signal.site_settings', site_settings: site });
    expect(flow.states()).toEqual(['missing']);
  });

  test('F2 R8 a link with a sign too many is told as one that is not whole', () => {
    const flow = reset();
    flow.fail('auth.reset_info', refused('not_found', 404));
    expect([flow.states(), flow.snapshot().context.trouble]).toMatchObject([['over'], { code: 'link_invalid' }]);
  });

  test('F2 R8 a lost answer is no failure: what was typed stays, and the same is sent again', () => {
    const flow = opened();
    flow.say({ type: 'user.password typed', value: password });
    flow.say({ type: 'user.submitted' });
    const first = flow.asked('auth.reset_by_token').input;
    flow.fail('auth.reset_by_token', failures.network);
    expect([flow.states(), flow.snapshot().context.password]).toEqual([['form.corrected'], password]);
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.reset_by_token').input).toEqual(first);
    flow.answer('auth.reset_by_token', answered({}));
    const { context } = flow.snapshot();
    expect([flow.states(), context.password, context.token]).toEqual([['changed'], '', null]);
  });

  test('F2 R8 a link that died meanwhile keeps neither the password nor the token', () => {
    const flow = opened();
    flow.say({ type: 'user.password typed', value: password });
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.reset_by_token', refused('link_invalid', 404));
    const { context } = flow.snapshot();
    expect([flow.states(), context.password, context.token]).toEqual([['over'], '', null]);
  });
});
