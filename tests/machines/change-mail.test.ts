import { expect, test } from 'vitest';
import { addressNow } from '../../machines/flows/change-mail/change-mail.context.ts';
import { changeMailMachine } from '../../machines/flows/change-mail/change-mail.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, at, failures, refused } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

const from = 'person@example.com';
const to = 'new.address@example.org';
const pair = {
  ...{ email: from, sent_to: to },
  ...{ expires_at: '2026-01-15T12:10:00.000Z', again_at: '2026-01-15T12:01:00.000Z' },
};
const wrong = (...names: ('old_code' | 'new_code')[]) =>
  refused('wrong_code', 422, { fields: Object.fromEntries(names.map((name) => [name, 'wrong_code'])) });

/** The place for the new address, with what this device kept of an earlier one. */
function opened(draft: unknown) {
  const flow = stand(changeMailMachine, {
    ...{ place: samplePlace('settings-mail', '/settings/mail'), account: 'A-1001', email: from, needsPassword: true },
    site: { logo_url: '/logo.svg', auth_type: 'password' },
  });
  flow.answer('draft.read', draft);
  return flow;
}

/** Two letters are on their way, and both codes are typed and sent. */
function confirming() {
  const flow = opened(null);
  flow.say({ type: 'user.email typed', value: to });
  flow.say({ type: 'user.submitted' });
  flow.answer('user.change_mail', answered(pair));
  flow.say({ type: 'user.old code typed', value: '123456' });
  flow.say({ type: 'user.new code typed', value: '654321' });
  flow.say({ type: 'user.submitted' });
  return flow;
}
const refusedIn = (flow: ReturnType<typeof confirming>) => Object.keys(flow.snapshot().context.refused as object);

/** Two letters were asked for, and the answer did not come. */
function lost(how: (flow: ReturnType<typeof opened>) => void) {
  const flow = opened(null);
  flow.say({ type: 'user.email typed', value: ` ${to} ` });
  flow.say({ type: 'user.submitted' });
  how(flow);
  expect(flow.states()).toEqual(['form.corrected']);
  return flow;
}
const byNetwork = (flow: ReturnType<typeof opened>) => flow.fail('user.change_mail', failures.network);
const asksAgain = (flow: ReturnType<typeof opened>, code = 'rate_limited') => {
  flow.say({ type: 'user.submitted' });
  flow.fail('user.change_mail', refused(code, 429, { retryAfter: 20, at }));
  return [flow.states(), flow.snapshot().context.trouble?.code];
};

test('F15 R12 letters whose answer was lost have a place for their codes, once they hold up another pair', () => {
  for (const how of [byNetwork, (flow: ReturnType<typeof opened>) => void flow.wait()]) {
    const flow = lost(how);
    expect(asksAgain(flow)).toEqual([['codes.entering'], undefined]);
    const moments = { expiresAt: at + 600_000, againAt: at + 20_000 };
    expect(flow.snapshot().context.sent).toEqual({ from, to, ...moments });
    expect(flow.world.effects.findLast(({ name }) => name === 'keep the draft')?.params).toMatchObject({
      value: { email: to, expires_at: new Date(moments.expiresAt).toISOString() },
    });
    flow.say({ type: 'user.old code typed', value: '123456' });
    flow.say({ type: 'user.new code typed', value: '654321' });
    flow.say({ type: 'user.submitted' });
    flow.answer('user.confirm_mail', answered({}));
    expect(flow.states()).toEqual(['changed']);
  }
  const told = lost(byNetwork);
  told.say({ type: 'user.submitted' });
  told.fail('user.change_mail', refused('wrong_password', 422, { fields: { password: 'wrong_password' } }));
  told.say({ type: 'user.password typed', value: 'a long quiet phrase' });
  expect(asksAgain(told)).toEqual([['codes.entering'], undefined]);
});

test('F15 R12 another address, a pair that came or was found, and a wait of another kind have no lost letters behind them', () => {
  expect(asksAgain(lost(byNetwork), 'wait_before_retry')).toEqual([['held'], 'wait_before_retry']);
  const other = lost(byNetwork);
  other.say({ type: 'user.email typed', value: 'third@example.org' });
  expect(asksAgain(other)).toEqual([['held'], 'rate_limited']);
  const found = lost(byNetwork);
  asksAgain(found);
  found.say({ type: 'user.other address wanted' });
  expect(asksAgain(found)).toEqual([['held'], 'rate_limited']);
  const came = lost(byNetwork);
  came.say({ type: 'user.submitted' });
  came.answer('user.change_mail', answered(pair));
  came.say({ type: 'user.other address wanted' });
  expect(asksAgain(came)).toEqual([['held'], 'rate_limited']);
});

/** Two letters went to the address, another one is typed, and its answer is lost; who asks again waits until that moment. */
function afterLettersTo(known: (flow: ReturnType<typeof opened>) => void, draft: unknown = null) {
  const flow = opened(draft);
  known(flow);
  return (email: string, moment: number) => {
    flow.say({ type: 'user.email typed', value: email });
    flow.say({ type: 'user.submitted' });
    byNetwork(flow);
    flow.say({ type: 'user.submitted' });
    flow.fail('user.change_mail', refused('rate_limited', 429, { retryAfter: 20, at: at + moment }));
    return [flow.states(), flow.snapshot().context.trouble?.code ?? flow.snapshot().context.sent?.to];
  };
}

test('F15 R12 a wait that known letters to another address explain says of no letters that they went out', () => {
  const third = 'third@example.org';
  const came = (flow: ReturnType<typeof opened>) => {
    flow.say({ type: 'user.email typed', value: to });
    flow.say({ type: 'user.submitted' });
    flow.answer('user.change_mail', answered(pair));
    flow.say({ type: 'user.other address wanted' });
  };
  const found = (flow: ReturnType<typeof opened>) => {
    flow.say({ type: 'user.email typed', value: to });
    flow.say({ type: 'user.submitted' });
    byNetwork(flow);
    flow.say({ type: 'user.submitted' });
    flow.fail('user.change_mail', refused('rate_limited', 429, { retryAfter: 60, at }));
    flow.say({ type: 'user.other address wanted' });
  };
  const waited = (flow: ReturnType<typeof opened>) => {
    came(flow);
    flow.say({ type: 'user.submitted' });
    flow.answer('user.change_mail', answered({ ...pair, again_at: '2026-01-15T12:00:10.000Z' }));
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + 10_500 });
    flow.say({ type: 'user.resent' });
    flow.fail('user.change_mail', refused('rate_limited', 429, { retryAfter: 49, at: at + 11_000 }));
    flow.say({ type: 'user.other address wanted' });
  };
  const unread = (flow: ReturnType<typeof opened>) => {
    flow.fail('user.info', failures.late);
    flow.say({ type: 'user.other address wanted' });
  };
  for (const [known, draft] of [[came], [found], [waited], [unread, kept]] as const) {
    expect(afterLettersTo(known, draft)(third, 59_999)).toEqual([['held'], 'rate_limited']);
    // By then the known ones hold up nobody: those that were lost do.
    expect(afterLettersTo(known, draft)(third, 60_000)).toEqual([['codes.entering'], third]);
    expect(afterLettersTo(known, draft)(` ${to.toUpperCase()} `, 30_000)).toEqual([
      ['codes.entering'],
      to.toUpperCase(),
    ]);
  }
});

test('F15 R12 whoever waits may go back to the address at once, whatever they wait for', () => {
  const asking = opened(null);
  asking.say({ type: 'user.email typed', value: to });
  asking.say({ type: 'user.submitted' });
  asking.fail('user.change_mail', refused('wait_before_retry', 429, { retryAfter: 300, at }));
  const codes = confirming();
  codes.fail('user.confirm_mail', refused('wait_before_retry', 429, { retryAfter: 300, at }));
  for (const flow of [asking, codes]) {
    expect(flow.states()).toEqual(['held']);
    flow.say({ type: 'user.other address wanted' });
    const { email, trouble, sent, draft } = flow.snapshot().context;
    expect([flow.states(), email, trouble, sent, draft]).toEqual([['form.entering'], to, null, null, null]);
    expect(flow.world.effects.at(-1)).toMatchObject({ name: 'keep the draft', params: { value: { email: to } } });
  }
});

test('F15 R12 what is said of a code goes when that code is typed anew; what is said of the other one stays', () => {
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

test('F15 R12 whatever is said next, nothing of an earlier answer stays at a field', () => {
  const again = () => {
    const flow = confirming();
    flow.fail('user.confirm_mail', wrong('old_code', 'new_code'));
    flow.say({ type: 'user.new code typed', value: '111111' });
    // Each try counts: a code that was refused goes nowhere until it is typed anew.
    flow.say({ type: 'user.submitted' });
    expect([flow.snapshot().matches({ codes: 'corrected' }), refusedIn(flow)]).toEqual([true, ['old_code']]);
    flow.say({ type: 'user.old code typed', value: '222222' });
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

test('F15 R12 a code that was refused stays so while new ones could not be sent, and what was said of the line goes with the next answer', () => {
  const flow = confirming();
  flow.fail('user.confirm_mail', wrong('old_code'));
  flow.say({ type: 'port.ticked', at: Date.parse('2026-01-15T12:01:00.000Z') });
  flow.say({ type: 'user.resent' });
  flow.fail('user.change_mail', failures.network);
  expect([refusedIn(flow), flow.snapshot().context.trouble?.code]).toEqual([['old_code'], 'network']);
  flow.say({ type: 'user.submitted' });
  expect(flow.snapshot().matches({ codes: 'corrected' })).toBe(true);
  flow.say({ type: 'user.old code typed', value: '222222' });
  flow.say({ type: 'user.submitted' });
  flow.fail('user.confirm_mail', failures.network);
  flow.answer('user.info', info);
  expect(flow.snapshot().context.trouble?.code).toBe('not_changed');
  flow.say({ type: 'user.submitted' });
  flow.fail('user.confirm_mail', wrong('new_code'));
  expect([refusedIn(flow), flow.snapshot().context.trouble]).toEqual([['new_code'], null]);
});

test('F15 R12 new codes come with nothing of what was said of the ones before', () => {
  const flow = confirming();
  flow.fail('user.confirm_mail', wrong('old_code', 'new_code'));
  flow.hear('clock.ticks', { type: 'port.ticked', at: at + 60_500 });
  flow.say({ type: 'user.resent' });
  flow.answer('user.change_mail', answered(pair));
  expect([flow.states(), refusedIn(flow), flow.snapshot().context.old_code]).toEqual([['codes.entering'], [], '']);
});

test('F15 R12 a wait for the next codes takes nobody the place for those of the last letters', () => {
  for (const code of ['rate_limited', 'wait_before_retry']) {
    const flow = confirming();
    flow.fail('user.confirm_mail', wrong('old_code'));
    flow.hear('clock.ticks', { type: 'port.ticked', at: at + 60_500 });
    flow.say({ type: 'user.resent' });
    flow.fail('user.change_mail', refused(code, 429, { retryAfter: 300, at: at + 61_000 }));
    const { trouble, old_code, new_code, sent } = flow.snapshot().context;
    expect([flow.states(), trouble, refusedIn(flow), old_code, new_code]).toEqual([
      ...[['codes.corrected'], { code: 'letters_wait' }, ['old_code'], '123456', '654321'],
    ]);
    expect(sent).toEqual({ from, to, expiresAt: at + 600_000, againAt: at + 361_000 });
    expect(flow.world.effects.at(-1)).toMatchObject({
      name: 'keep the draft',
      params: { value: { again_at: new Date(at + 361_000).toISOString() } },
    });
    expect(flow.snapshot().can({ type: 'user.resent' })).toBe(false);
    expect(flow.wait()).toBe(300_000);
    expect(flow.snapshot().can({ type: 'user.resent' })).toBe(true);
    expect(flow.wait()).toBe(239_000);
    expect(flow.states()).toEqual(['over']);
  }
});

test('F15 R12 neither the password nor a code outlives codes that are spent, or a change that is done', () => {
  for (const end of [
    (flow: ReturnType<typeof opened>) => flow.answer('user.confirm_mail', answered({})),
    (flow: ReturnType<typeof opened>) => flow.fail('user.confirm_mail', refused('code_expired', 409)),
  ]) {
    const flow = opening(null);
    flow.say({ type: 'user.email typed', value: to });
    flow.say({ type: 'user.password typed', value: 'a long quiet phrase' });
    flow.say({ type: 'user.password toggled' });
    flow.say({ type: 'user.submitted' });
    flow.answer('user.change_mail', answered(pair));
    flow.say({ type: 'user.old code typed', value: '123456' });
    flow.say({ type: 'user.new code typed', value: '654321' });
    flow.say({ type: 'user.submitted' });
    end(flow);
    const secrets = { password: '', revealed: false, old_code: '', new_code: '' };
    expect(flow.snapshot().context).toMatchObject(secrets);
  }
});

test('F15 R12 a change that is gone on with names the address that the account has by then', () => {
  const flow = opening(kept);
  const third = 'third@example.org';
  flow.answer('user.info', { ...info, payload: { ...info.payload, email: third } });
  expect(flow.snapshot().context).toMatchObject({ old: third, sent: { from: third, to } });
});

test('F15 R12 the tries that are left are never less than none', () => {
  const flow = confirming();
  for (let tries = 0; tries < 7; tries += 1) {
    flow.fail('user.confirm_mail', wrong('old_code'));
    flow.say({ type: 'user.old code typed', value: '123456' });
    flow.say({ type: 'user.submitted' });
  }
  flow.fail('user.confirm_mail', wrong('old_code'));
  expect(flow.snapshot().context.refused.old_code.params).toEqual({ left: 0 });
});

test('F15 R12 the tries that are left are the server’s where it counts them', () => {
  const flow = confirming();
  const counted = refused('wrong_code', 422, { fields: { old_code: 'wrong_code' }, params: { left: 2 } });
  flow.fail('user.confirm_mail', counted);
  expect(flow.snapshot().context.refused.old_code.params).toEqual({ left: 2 });
});

const opening = (draft: unknown) => {
  const flow = stand(changeMailMachine, {
    ...{ place: samplePlace('settings-mail', '/settings/mail'), account: 'A-1001', email: from },
    site: { logo_url: '/logo.svg', auth_type: 'password' },
  });
  flow.answer('draft.read', draft);
  return flow;
};
const kept = { email: to, expires_at: '2026-01-15T12:10:00.000Z', again_at: '2026-01-15T12:01:00.000Z' };
const info = answered({ display_name: '', phone: '', country: '', birthday: '', email: from, edition: 0 });

test('F15 R12 a reload while two codes are awaited comes back to them, and they change the address', () => {
  const before = confirming();
  const drafts = before.world.effects.filter(({ name }) => name === 'keep the draft').map(({ params }) => params);
  expect(drafts.at(-1)).toEqual({ account: 'A-1001', key: 'mail', value: kept });
  const flow = opening(kept);
  flow.answer('user.info', info);
  expect([flow.states(), flow.snapshot().context.sent]).toMatchObject([['codes.entering'], { from, to }]);
  flow.say({ type: 'user.old code typed', value: '123456' });
  flow.say({ type: 'user.new code typed', value: '654321' });
  flow.say({ type: 'user.submitted' });
  flow.answer('user.confirm_mail', answered({}));
  expect([flow.states(), flow.world.effects.at(-1)?.params]).toEqual([['changed'], { account: 'A-1001', key: 'mail' }]);
});

test.each([
  ['while its codes would still be good', kept],
  ['when they have lapsed', { ...kept, expires_at: '2026-01-15T12:00:00.000Z' }],
])('F15 R12 a change that was done and never heard of is told as done to whoever comes back, %s', (_, draft) => {
  const flow = opening(draft);
  flow.answer('user.info', { ...info, payload: { ...info.payload, email: to.toUpperCase() } });
  expect([flow.states(), flow.snapshot().context.trouble]).toEqual([['changed'], null]);
  expect(flow.world.effects.map(({ name, params }) => [name, params])).toEqual([
    ['drop the draft', { account: 'A-1001', key: 'mail' }],
  ]);
});

test('F15 R12 codes that lapsed lead back to the form with words, and a draft of another shape to the form', () => {
  const late = opening({ ...kept, expires_at: '2026-01-15T12:00:00.000Z' });
  late.answer('user.info', info);
  expect([late.states(), late.snapshot().context.trouble]).toEqual([['form.entering'], { code: 'mail_change_over' }]);
  for (const none of [null, { ...kept, email: 7 }, { ...kept, again_at: 'soon' }, { ...kept, email: 'x'.repeat(255) }])
    expect(opening(none).states()).toEqual(['form.entering']);
  const long = opening({ ...kept, email: 'x'.repeat(254) });
  long.answer('user.info', info);
  expect(long.states()).toEqual(['codes.entering']);
});

test('F15 R12 new codes for a change that was gone on with ask for the password again', () => {
  const flow = opening(kept);
  flow.answer('user.info', info);
  flow.say({ type: 'user.old code typed', value: '123456' });
  flow.say({ type: 'user.new code typed', value: '654321' });
  flow.say({ type: 'user.submitted' });
  flow.fail('user.confirm_mail', wrong('old_code'));
  flow.hear('clock.ticks', { type: 'port.ticked', at: Date.parse(kept.again_at) });
  flow.say({ type: 'user.resent' });
  expect([flow.states(), flow.snapshot().context.email]).toEqual([['form.entering'], to]);
  expect([flow.snapshot().context.trouble, refusedIn(flow)]).toEqual([null, []]);
});

test('F15 R12 no password outlives the session, and none is asked for where the site uses none', () => {
  const flow = opening(null);
  flow.say({ type: 'user.email typed', value: to });
  flow.say({ type: 'user.password typed', value: 'a long quiet phrase' });
  flow.say({ type: 'user.submitted' });
  flow.say({ type: 'house.session lost' });
  expect([flow.states(), flow.snapshot().context]).toMatchObject([
    ['form.entering'],
    { password: '', trouble: { code: 'no_session' }, email: to },
  ]);
  flow.say({ type: 'user.password typed', value: 'a long quiet phrase' });
  flow.say({
    type: 'signal.site_settings',
    site_settings: { logo_url: '/logo.svg', auth_type: 'passwordless' },
    seq: 3,
  });
  expect(flow.snapshot().context).toMatchObject({ passwords: false, password: '' });
  flow.say({ type: 'user.submitted' });
  expect(flow.asked('user.change_mail').input).toEqual({ body: { email: to } });
});

test('F15 the address that was typed is there again after a reload; no password is kept, and nothing once it is changed', () => {
  const flow = opened(null);
  flow.say({ type: 'user.email typed', value: to });
  const kept = flow.world.effects.filter(({ name }) => name === 'keep the draft').map(({ params }) => params);
  expect(kept).toEqual([{ account: 'A-1001', key: 'mail', value: { email: to } }]);
  const again = opened({ email: to });
  expect([again.states(), again.snapshot().context.email]).toEqual([flow.states(), to]);
  for (const garbled of [{ email: 7 }, { email: 'x'.repeat(255) }, 'x', null])
    expect(opened(garbled).snapshot().context.email).toBe('');
  const changed = confirming();
  changed.answer('user.confirm_mail', answered({}));
  expect(changed.world.effects.at(-1)).toMatchObject({ name: 'drop the draft', params: { key: 'mail' } });
});

test('F15 R12 what is typed while the codes may still hold takes the way back to them from nobody', () => {
  const lastKept = (flow: ReturnType<typeof opened>) =>
    flow.world.effects.findLast(({ name }) => name === 'keep the draft')?.params as { value: unknown } | undefined;
  const unread = opened(kept);
  unread.fail('user.info', failures.network);
  expect([unread.states(), lastKept(unread)]).toEqual([['unread'], undefined]);
  unread.say({ type: 'port.online', at: 1 });
  unread.answer('user.info', info);
  expect(unread.states()).toEqual(['codes.entering']);
  const given = opened(kept);
  given.fail('user.info', failures.late);
  given.say({ type: 'user.other address wanted' });
  expect([given.states(), given.snapshot().context.email, lastKept(given)?.value]).toEqual([
    ['form.entering'],
    to,
    { email: to },
  ]);
  const late = opened({ ...kept, expires_at: '2026-01-15T12:00:00.000Z' });
  late.answer('user.info', info);
  expect([late.snapshot().context.email, lastKept(late)?.value]).toEqual([to, { email: to }]);
  const other = confirming();
  other.fail('user.confirm_mail', refused('code_expired', 409));
  expect([other.states(), lastKept(other)?.value]).toEqual([['over'], { email: to }]);
  other.say({ type: 'user.other address wanted' });
  other.say({ type: 'user.email typed', value: 'third@example.org' });
  expect(lastKept(other)?.value).toEqual({ email: 'third@example.org' });
});

test('F15 R12 while nobody knows whether it was changed the house hears which address it may be, and when that is known', () => {
  const doubt = { email: to, former: from };
  const flow = confirming();
  const said = () => flow.told('flow.address in doubt').map((event) => event['doubt']);
  expect(said()).toEqual([doubt]);
  flow.fail('user.confirm_mail', failures.network);
  flow.fail('user.info', refused('no_session', 401));
  expect([flow.states(), said().at(-1)]).toEqual([['unknown'], doubt]);
  flow.say({ type: 'user.retried' });
  expect(said().at(-1)).toEqual(doubt);
  flow.answer('user.info', info);
  expect([flow.states(), said().at(-1)]).toEqual([['codes.corrected'], null]);
});

test('F15 R12 the page names the address that the answer says, and its own where an older server says none', () => {
  for (const [payload, now] of [
    [{ email: 'other@example.com' }, 'other@example.com'],
    [{}, to],
  ] as const) {
    const flow = confirming();
    flow.answer('user.confirm_mail', answered(payload));
    expect([flow.states(), addressNow(flow.snapshot().context)]).toEqual([['changed'], now]);
  }
});
