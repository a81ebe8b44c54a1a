import { expect, inject, test, vi } from 'vitest';
import { live } from './house-session.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A session of the whole house as the numbers that move it, with commas between. */
    chosenSession: string;
  }
}

test('D8 the session once more', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const numbers = inject('chosenSession').split(',').filter(Boolean).map(Number);
  const { entries, amiss } = await live(numbers);
  const told = entries.map((entry) =>
    entry.k === 'start' ? `start: ${JSON.stringify(entry.input)}` : `${entry.to}: ${entry.event.type}`,
  );
  process.stdout.write(`${told.join('\n')}\n`);
  expect(amiss).toBeNull();
});
