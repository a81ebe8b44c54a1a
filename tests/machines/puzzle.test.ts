import { expect, test } from 'vitest';
import { puzzleMachine } from '../../machines/sign-in/puzzle.machine.ts';
import { loginMachine } from '../../machines/flows/login/login.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { answered, at, failures, refused } from '../../machines/operation/operation.samples.ts';
import { puzzleOutcomes } from '../../machines/sign-in/sign-in.samples.ts';
import { stand } from './stand.ts';

const puzzle = puzzleOutcomes['auth.puzzle'].done['a puzzle'];
const id = 'p'.repeat(43);
function laid() {
  const flow = stand(puzzleMachine, undefined);
  flow.answer('auth.puzzle', puzzle);
  return flow;
}

test.each([
  [120.4, 120],
  [-5, 0],
  [9_999, 232],
])('M5 the piece is moved to %d and stands at %d', (value, x) => {
  const flow = laid();
  flow.say({ type: 'user.piece moved', value });
  flow.say({ type: 'user.submitted' });
  expect(flow.asked('auth.puzzle_answer').input).toEqual({ body: { id, x } });
});

test('M5 a piece that does not fit stays where it was put, with the tries that are left', () => {
  const flow = laid();
  flow.say({ type: 'user.piece moved', value: 100 });
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.puzzle_answer', refused('wrong_place', 422, { params: { left: 2 } }));
  const { context } = flow.snapshot();
  expect([flow.states(), context.x, context.trouble]).toEqual([
    ['moving'],
    100,
    { code: 'wrong_place', params: { left: 2 } },
  ]);
});

test('M5 whoever waits sees no picture: one press when the time is over, and the answer goes without a place', () => {
  const flow = laid();
  flow.say({ type: 'user.wait chosen' });
  flow.say({ type: 'user.submitted' });
  expect(flow.states()).toEqual(['patient']);
  expect(flow.wait()).toBe(30_000);
  flow.say({ type: 'user.submitted' });
  expect(flow.asked('auth.puzzle_answer').input).toEqual({ body: { id } });
  flow.fail('auth.puzzle_answer', refused('wait_before_retry', 429, { retryAfter: 1, at: at + 30_000 }));
  expect(flow.states()).toEqual(['held']);
  flow.wait();
  flow.say({ type: 'user.submitted' });
  flow.answer('auth.puzzle_answer', answered({}));
  expect(flow.states()).toEqual(['solved']);
});

test('M5 a picture that lapses, or never comes, can be asked for again', () => {
  const flow = laid();
  expect(flow.wait()).toBe(120_000);
  expect([flow.states(), flow.snapshot().context.trouble?.code]).toEqual([['over'], 'puzzle_over']);
  flow.say({ type: 'user.puzzle wanted' });
  flow.fail('auth.puzzle', failures.network);
  expect([flow.states(), flow.snapshot().context.trouble?.code]).toEqual([['over'], 'network']);
});

test('M5 whoever waited too long for one is shown the next', () => {
  const flow = laid();
  flow.say({ type: 'user.wait chosen' });
  flow.wait();
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.puzzle_answer', refused('puzzle_over', 409));
  flow.say({ type: 'user.puzzle wanted' });
  flow.answer('auth.puzzle', puzzle);
  flow.say({ type: 'user.piece moved', value: 100 });
  flow.say({ type: 'user.submitted' });
  expect(flow.asked('auth.puzzle_answer').input).toEqual({ body: { id, x: 100 } });
});

function signIn() {
  const flow = stand(loginMachine, {
    ...{ place: samplePlace('index-login', '/login'), account: null, email: 'person@example.com' },
    site: { logo_url: '/logo.svg', auth_type: 'password' },
  });
  flow.answer('letter.read', { kept: null, at });
  return flow;
}

test('M5 F2 the sign-in asks for it, and then sends the same password once more, by itself', () => {
  const flow = signIn();
  flow.say({ type: 'user.password typed', value: 'demo-password-1' });
  flow.say({ type: 'user.submitted' });
  const { input } = flow.asked('auth.login_by_password');
  flow.fail('auth.login_by_password', refused('captcha_required', 403));
  flow.answer('auth.puzzle', puzzle);
  flow.say({ type: 'user.submitted' }, 'puzzle');
  flow.answer('auth.puzzle_answer', answered({}));
  expect([flow.states(), flow.asked('auth.login_by_password').input]).toEqual([['checking'], input]);
});

test('M5 F2 who turns back finds the form as it was', () => {
  const flow = signIn();
  flow.say({ type: 'user.password typed', value: 'demo-password-1' });
  flow.say({ type: 'user.submitted' });
  flow.fail('auth.login_by_password', refused('captcha_required', 403));
  flow.say({ type: 'user.turned back' }, 'puzzle');
  expect([flow.states(), flow.snapshot().context.password]).toEqual([['password.entering'], 'demo-password-1']);
});
