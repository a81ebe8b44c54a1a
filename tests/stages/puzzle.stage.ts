import { sql } from 'kysely';
import { says } from '../../machines/form/sights.ts';
import puzzle from '../../machines/sign-in/puzzle.model.ts';
import { defineStage, type Scene } from './stage.ts';

const email = 'demo@example.com';

/** Somebody has mistyped the password five times, here: the next try costs a puzzle. */
async function fiveFailures({ product }: Scene): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1)
    await product.browser().post('/api/auth/login_by_password', { email, password: 'nope', remember: false });
}

export default defineStage({
  model: puzzle,
  ways: {
    'after five failures': {
      input: 'usual',
      before: fiveFailures,
      at: '/login',
      does: [
        { type: 'user.email typed', value: email },
        { type: 'user.password typed', value: 'demo-password-1' },
        { type: 'user.submitted' },
      ],
      outcomes: {
        'auth.puzzle': { 'a puzzle': 'answered' },
        // No path knows where the piece belongs; the journey of the account puts it there.
        'auth.puzzle_answer': {
          'it fits': ({ product }) => sql`update puzzles set solved_at = now()`.execute(product.db),
        },
      },
    },
  },
  ends: {
    solved: { shows: () => says('exchanges.title'), address: /^\/exchanges$/, journal: 'house' },
    'given up': { shows: () => says('login.submit', 'login.code_instead'), address: /^\/login$/ },
  },
});
