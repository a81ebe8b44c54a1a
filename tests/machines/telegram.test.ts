import { describe, expect, test } from 'vitest';
import { telegramMachine } from '../../machines/flows/telegram/telegram.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { letterSent, telegramState as state } from '../../machines/sign-in/sign-in.samples.ts';
import { stand } from './stand.ts';

const origins = ['https://oauth.telegram.org'];
const site = { logo_url: '/logo.svg', auth_type: 'password', telegram_bot: 'statera_bot', origins };
const opened = (query: Record<string, string>) =>
  stand(telegramMachine, {
    ...{ place: samplePlace('login-telegram', '/login/telegram', {}, query), account: null },
    ...{ site, email: null },
  });
const agreed = { kind: 'answered', answer: 'tgAuthResult=abc' };

function back() {
  const flow = opened({ state });
  flow.answer('telegram.answer', agreed);
  return flow;
}

describe('M6 the way there', () => {
  test('M6 one press leads there, with the wish to be remembered', () => {
    const flow = opened({ remember: '1' });
    flow.say({ type: 'user.confirmed' });
    expect(flow.asked('auth.telegram_start').input).toEqual({ body: { remember: true } });
    flow.answer('auth.telegram_start', answered({ url: 'https://oauth.telegram.org/auth?bot_id=1' }));
    expect(flow.asked('page.leave').input).toEqual({ url: 'https://oauth.telegram.org/auth?bot_id=1' });
    flow.answer('page.leave', null);
    expect(flow.states()).toEqual(['ready']);
    expect(flow.waits('auth.telegram_start')).toBe(false);
  });

  test.each([{}, { go: '1' }, { remember: '1' }])('M6 its address alone, with %o, leads nowhere by itself', (query) => {
    const flow = opened(query);
    expect([flow.states(), flow.waits('auth.telegram_start')]).toEqual([['ready'], false]);
  });

  test.each([
    'https://oauth.telegram.org.evil.example/auth',
    'javascript:alert(1)',
    '//evil.example',
    'https://evil.example/',
  ])('M6 the page never leaves for %s', (url) => {
    const flow = opened({});
    flow.say({ type: 'user.confirmed' });
    flow.answer('auth.telegram_start', answered({ url }));
    expect([flow.states(), flow.waits('page.leave')]).toEqual([['stopped'], false]);
  });
});

describe('M6 the way back', () => {
  test('M6 the answer is sent once, as it stood there, and stands nowhere afterwards', () => {
    const flow = back();
    expect(flow.asked('auth.telegram').input).toEqual({ body: { state, answer: agreed.answer } });
    flow.answer('auth.telegram', answered({ signed_in: true }));
    expect(flow.snapshot().status).toBe('done');
    expect(JSON.stringify(flow.snapshot().context)).not.toMatch(/tgAuthResult|s{43}/);
  });

  test.each([
    ['telegram_elsewhere', 403, 'elsewhere'],
    ['telegram_refused', 403, 'refused'],
    ['telegram_stale', 409, 'stale'],
    ['telegram_off', 403, 'closed'],
  ])('M6 %s is told in words of its own, and the answer is forgotten', (code, status, where) => {
    const flow = back();
    flow.fail('auth.telegram', refused(code, status));
    expect([flow.states(), flow.snapshot().context.answer]).toEqual([[where], '']);
  });

  test('M6 a lost answer of ours is asked for again by a press, with the same question', () => {
    const flow = back();
    const first = flow.asked('auth.telegram').input;
    flow.fail('auth.telegram', failures.network);
    expect(flow.states()).toEqual(['unread']);
    flow.say({ type: 'user.retried' });
    expect(flow.asked('auth.telegram').input).toEqual(first);
  });

  test('M6 somebody new gives an address, and what was typed is there when no letter could be sent', () => {
    const flow = back();
    flow.answer('auth.telegram', answered({ signed_in: false, name: 'Max Novak' }));
    expect(flow.snapshot().context.answer).toBe('');
    flow.say({ type: 'user.email typed', value: 'person@example.com' });
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.telegram_email', failures.network);
    expect([flow.states(), flow.snapshot().context.email]).toEqual([['email.corrected'], 'person@example.com']);
    flow.say({ type: 'user.submitted' });
    expect(flow.asked('auth.telegram_email').input).toEqual({ body: { email: 'person@example.com' } });
    flow.answer('auth.telegram_email', letterSent);
    expect(flow.states()).toEqual(['coded']);
  });

  test('M6 whoever waits behind a letter whose answer was lost is told of that letter, unless they give another address', () => {
    const tooSoon = refused('rate_limited', 429, { retryAfter: 30 });
    for (const [then, code] of [
      [{ type: 'user.submitted' }, 'letter_lost'],
      [{ type: 'user.email typed', value: 'other@example.com' }, 'rate_limited'],
    ] as const) {
      const flow = back();
      flow.answer('auth.telegram', answered({ signed_in: false }));
      flow.say({ type: 'user.email typed', value: 'person@example.com' });
      flow.say({ type: 'user.submitted' });
      flow.fail('auth.telegram_email', failures.network);
      flow.say(then);
      if (flow.states()[0] !== 'coded') flow.say({ type: 'user.submitted' });
      flow.fail('auth.telegram_email', tooSoon);
      expect([flow.states('code'), flow.snapshot('code').context.trouble?.code]).toEqual([['held'], code]);
      flow.wait();
      flow.say({ type: 'user.submitted' });
      flow.fail('auth.telegram_email', tooSoon);
      expect(flow.snapshot('code').context.trouble?.code).toBe('rate_limited');
    }
  });

  test.each([true, false])(
    'M6 the letter goes to anybody, and their code takes the wish to be remembered: %s',
    (remember) => {
      const flow = opened({ state, ...(remember && { remember: '1' }) });
      flow.answer('telegram.answer', agreed);
      flow.answer('auth.telegram', answered({ signed_in: false }));
      flow.say({ type: 'user.email typed', value: 'person@example.com' });
      flow.say({ type: 'user.submitted' });
      flow.answer('auth.telegram_email', letterSent);
      const code = flow.snapshot().children['code'];
      expect(code?.getSnapshot()).toMatchObject({ context: { anybody: true, remember } });
      code?.send({ type: 'user.code typed', value: '123456' });
      code?.send({ type: 'user.submitted' });
      expect(flow.asked('auth.code').input).toEqual({ body: { code: '123456', remember } });
    },
  );
});
