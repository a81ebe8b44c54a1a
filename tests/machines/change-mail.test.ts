import { expect, test } from 'vitest';
import { changeMailMachine } from '../../machines/flows/change-mail/change-mail.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

const from = 'person@example.com';
const to = 'new.address@example.org';
const wrong = (...names: ('old_code' | 'new_code')[]) =>
  refused('wrong_code', 422, { fields: Object.fromEntries(names.map((name) => [name, 'wrong_code'])) });

/** Two letters are on their way, and both codes are typed and sent. */
function confirming() {
  const flow = stand(changeMailMachine, {
    ...{ place: samplePlace('settings-mail', '/settings/mail'), account: 'A-1001', email: from, needsPassword: true },
    site: { logo_url: '/logo.svg', auth_type: 'password' },
  });
  flow.say({ type: 'user.email typed', value: to });
  flow.say({ type: 'user.submitted' });
  flow.answer(
    'user.change_mail',
    answered({
      ...{ email: from, sent_to: to },
      ...{ expires_at: '2026-01-15T12:10:00.000Z', again_at: '2026-01-15T12:01:00.000Z' },
    }),
  );
  flow.say({ type: 'user.old code typed', value: '123456' });
  flow.say({ type: 'user.new code typed', value: '654321' });
  flow.say({ type: 'user.submitted' });
  return flow;
}
const refusedIn = (flow: ReturnType<typeof confirming>) => Object.keys(flow.snapshot().context.refused as object);

test('F11 what is said of a code goes when that code is typed anew; what is said of the other one stays', () => {
  for (const [typed, field, left] of [
    ['user.old code typed', 'old_code', 'new_code'],
    ['user.new code typed', 'new_code', 'old_code'],
  ] as const) {
    const flow = confirming();
    flow.fail('user.confirm_mail', wrong('old_code', 'new_code'));
    expect(refusedIn(flow)).toEqual(['old_code', 'new_code']);
    flow.say({ type: typed, value: '111111' });
    expect([refusedIn(flow), flow.snapshot().context[field]]).toEqual([[left], '111111']);
  }
});

test('F11 whatever is said next, nothing of an earlier answer stays at a field', () => {
  const again = () => {
    const flow = confirming();
    flow.fail('user.confirm_mail', wrong('old_code', 'new_code'));
    flow.say({ type: 'user.new code typed', value: '111111' });
    flow.say({ type: 'user.submitted' });
    return flow;
  };
  const taken = again();
  taken.fail('user.confirm_mail', refused('email_taken', 409));
  expect([refusedIn(taken), taken.snapshot().context.trouble?.code]).toEqual([[], 'email_taken']);
  const lost = again();
  lost.fail('user.confirm_mail', failures.network);
  lost.answer(
    'user.info',
    answered({ display_name: '', phone: '', country: '', birthday: '', email: from, edition: 0 }),
  );
  expect([refusedIn(lost), lost.snapshot().context.trouble?.code]).toEqual([[], 'not_changed']);
});

test('F11 the tries that are left are never less than none', () => {
  const flow = confirming();
  for (let tries = 0; tries < 7; tries += 1) {
    flow.fail('user.confirm_mail', wrong('old_code'));
    flow.say({ type: 'user.old code typed', value: '123456' });
    flow.say({ type: 'user.submitted' });
  }
  flow.fail('user.confirm_mail', wrong('old_code'));
  expect(flow.snapshot().context.refused.old_code.params).toEqual({ left: 0 });
});
