import { expect, test } from 'vitest';
import { foundInSession, secrets } from './planted.ts';
import { faultsOf } from '../tools/journal-faults.ts';

/** Sessions of real browsers in front of the real server, and whatever somebody drops beside them. */
const files = import.meta.glob<string>('../journals/*.json', { query: '?raw', import: 'default', eager: true });

test.each(Object.entries(files))(
  'D8 in %s every entry is heard, no machine falls, a click on a confirm sends one, nothing is unmasked, and it ends where the recording did',
  async (_, text) => expect(await faultsOf(text)).toEqual([]),
);

test('D8 into the session with secrets everywhere, none was written', () => {
  expect(foundInSession(files['../journals/secrets.json'] ?? '', secrets)).toEqual([]);
});

test('D8 there are journals, and among them money that moved, an answer that was lost, a sign-in', () => {
  const all = Object.values(files).join('\n');
  for (const telling of ['"status":"completed"', '"user.confirmed"', 'xstate.promise.reject', '"user.code typed"'])
    expect(all).toContain(telling);
});
