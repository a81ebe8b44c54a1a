import { expect, test } from 'vitest';
import { forgotPasswordMachine } from '../../machines/flows/forgot-password/forgot-password.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, at, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand, type Stand } from './stand.ts';

const ann = 'ann@example.com';
const tooMany = refused('wait_before_retry', 429, { retryAfter: 30, at });

/** A letter went to Ann, and another one may be asked for. */
function sent(): Stand {
  const flow = stand(forgotPasswordMachine, {
    ...{ place: samplePlace('forgot-password', '/forgot-password'), account: null, email: null },
    site: { logo_url: '/logo.svg', auth_type: 'password' },
  });
  flow.say({ type: 'user.email typed', value: ` ${ann} ` });
  flow.say({ type: 'user.submitted' });
  expect(flow.asked('auth.reset').input).toEqual({ body: { email: ann } });
  flow.answer('auth.reset', answered({ sent_to: ann, again_at: '2026-01-15T12:01:00.000Z' }));
  flow.wait();
  return flow;
}
const standing = (flow: Stand) => {
  const { sent: letter, trouble } = flow.snapshot().context;
  return [flow.states(), letter?.to ?? null, trouble?.code ?? null];
};

test('F2 R8 another letter that is refused, or lost, leaves the first one told, with the words of what went wrong', () => {
  for (const [end, code] of [
    [(flow: Stand) => flow.fail('auth.reset', failures.network), 'network'],
    [(flow: Stand) => flow.fail('auth.reset', refused('invalid', 422, { fields: { email: 'required' } })), 'invalid'],
    [(flow: Stand) => void flow.wait(), 'late'],
  ] as const) {
    const flow = sent();
    flow.say({ type: 'user.resent' });
    end(flow);
    expect(standing(flow)).toEqual([['sent'], ann, code]);
    flow.say({ type: 'user.resent' });
    expect(standing(flow)).toEqual([['asking'], ann, null]);
  }
});

test('F2 R8 no letter is told of an address that none went to', () => {
  const flow = sent();
  flow.say({ type: 'user.other address wanted' });
  flow.say({ type: 'user.email typed', value: 'ben@example.com' });
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.reset', tooMany);
  expect([flow.states(), flow.wait(), standing(flow)]).toEqual([['held'], 30_000, [['form.entering'], null, null]]);
});

test('F2 R8 a wait for another letter ends where the first one is told', () => {
  const flow = sent();
  flow.say({ type: 'user.resent' });
  flow.fail('auth.reset', tooMany);
  flow.wait();
  expect(standing(flow)).toEqual([['sent'], ann, null]);
});

test('F2 R8 what was said of an address is not said after a wait', () => {
  const flow = sent();
  flow.say({ type: 'user.other address wanted' });
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.reset', refused('invalid', 422, { fields: { email: 'bad_email' } }));
  expect(flow.snapshot().context.refused).toEqual({ email: { code: 'bad_email' } });
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.reset', tooMany);
  flow.wait();
  expect([flow.states(), flow.snapshot().context.refused]).toEqual([['form.entering'], {}]);
});

test('F2 R8 whoever waits behind a letter whose answer was lost is told that its link works, and not that they asked too often', () => {
  const tooSoon = refused('rate_limited', 429, { retryAfter: 30, at });
  const asksAgain = (flow: Stand) => {
    flow.say({ type: 'user.submitted' });
    flow.fail('auth.reset', tooSoon);
    return [flow.states(), flow.snapshot().context.trouble?.code];
  };
  for (const lost of [(flow: Stand) => flow.fail('auth.reset', failures.network), (flow: Stand) => void flow.wait()]) {
    const flow = stand(forgotPasswordMachine, {
      ...{ place: samplePlace('forgot-password', '/forgot-password'), account: null, email: ann },
      site: { logo_url: '/logo.svg', auth_type: 'password' },
    });
    flow.say({ type: 'user.submitted' });
    lost(flow);
    expect(asksAgain(flow)).toEqual([['held'], 'link_lost']);
    flow.wait();
    expect(asksAgain(flow)).toEqual([['held'], 'rate_limited']);
  }
  const other = sent();
  other.say({ type: 'user.resent' });
  other.fail('auth.reset', failures.network);
  other.say({ type: 'user.other address wanted' });
  other.say({ type: 'user.email typed', value: 'ben@example.com' });
  expect(asksAgain(other)).toEqual([['held'], 'rate_limited']);
});
