import { sql } from 'kysely';
import { says } from '../../machines/form/sights.ts';
import puzzle from '../../machines/sign-in/puzzle.model.ts';
import { defineStage, type Scene, type Way } from './stage.ts';

const email = 'demo@example.com';

/** Somebody has mistyped the password five times, here: the next try costs a puzzle. */
async function fiveFailures({ product }: Scene): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    await product.browser().post('/api/auth/login_by_password', { email, password: 'nope', remember: false });
}

/** Three letters for a password have gone to this address: the next one costs a puzzle. */
async function threeLetters({ product }: Scene): Promise<void> {
  for (let letters = 0; letters < 3; letters += 1) {
    await product.browser().post('/api/auth/reset', { email });
    // Not so soon after one another as a walk would have them.
    await sql`delete from password_resets`.execute(product.db);
  }
}

const outcomes: Way['outcomes'] = {
  'auth.puzzle': { 'a puzzle': 'answered' },
  // No path knows where the piece belongs, nor waits half a minute; the journeys of the account do.
  'auth.puzzle_answer': {
    'it fits': ({ product }) => sql`update puzzles set solved_at = now()`.execute(product.db),
  },
};
const afterFiveFailures: Way = {
  input: 'usual',
  before: fiveFailures,
  at: '/login',
  does: [
    { type: 'user.email typed', value: email },
    { type: 'user.password typed', value: 'demo-password-1' },
    { type: 'user.submitted' },
  ],
  outcomes,
};

export default defineStage({
  model: puzzle,
  ways: {
    'after five failures': afterFiveFailures,
    'by waiting': {
      ...afterFiveFailures,
      to: ['solved'],
      can: ({ steps }, step) =>
        step.type !== 'say' ||
        step.event.type === 'user.wait chosen' ||
        (step.event.type === 'user.submitted' &&
          steps.some((done) => done.type === 'say' && done.event.type === 'user.wait chosen')),
    },
    'for a fourth letter': {
      input: 'usual',
      before: threeLetters,
      at: '/forgot-password',
      does: [{ type: 'user.email typed', value: email }, { type: 'user.submitted' }],
      outcomes,
      ends: {
        solved: { shows: () => says('forgot_password.sent.title'), address: /^\/forgot-password$/ },
        'given up': { shows: () => says('forgot_password.title'), address: /^\/forgot-password$/ },
      },
    },
  },
  ends: {
    solved: { shows: () => says('exchanges.title'), address: /^\/exchanges$/ },
    'given up': { shows: () => says('login.submit', 'login.code_instead'), address: /^\/login$/ },
  },
});
