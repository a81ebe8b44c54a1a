import { expect, test } from 'vitest';
import { mailingMachine } from '../../machines/flows/settings/mailing.machine.ts';
import { answered } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

test('F15 letters of security cannot be turned off, nor can those that there are not', () => {
  const flow = stand(mailingMachine, undefined);
  flow.answer('config.mailing', answered({ items: [{ kind: 'security', on: true, locked: true }] }));
  for (const field of ['security', 'another kind'])
    expect(flow.snapshot().can({ type: 'user.letters chosen', field, value: false } as never)).toBe(false);
  flow.say({ type: 'user.letters chosen', field: 'security', value: false });
  expect(flow.waits('config.save_mailing')).toBe(false);
});
