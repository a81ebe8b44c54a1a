import { expect, test, vi } from 'vitest';
import { supportSend } from '../../contract/calls/support.ts';
import { verificationUpload } from '../../contract/calls/verification.ts';
import type { World } from '../../machines/root/provide.ts';
import { laterWorld } from '../../src/app/later-world.ts';
import { heldFile, holdFile } from '../../src/house/held-files.ts';

/** As a browser reads a file that was written anew, which it says no to, or deleted, of which it may give nothing. */
const changed = (name: string, read: () => Promise<ArrayBuffer>): string => {
  const file = new File(['photo'], name);
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: read });
  return holdFile(file);
};
const held = (name: string) => holdFile(new File([name], name));
const leaving = () => {
  const call = vi.fn((..._: unknown[]) => Promise.resolve('an answer'));
  const world = laterWorld({ call, asks: {}, sources: {}, effects: {} } as unknown as World);
  const send = (spec: object, body: object): Promise<unknown> =>
    world.call(spec as never, { params: { id: 'support' }, body } as never, new AbortController().signal as never);
  return { call, send };
};

test.each([
  ['F13', supportSend],
  ['F11', verificationUpload],
] as const)('%s a file that changed on the device since it was given does not leave, and is named', async (_, spec) => {
  const { call, send } = leaving();
  const sound = held('receipt.pdf');
  const anew = changed('photo.jpg', () => Promise.reject(new DOMException('changed', 'NotReadableError')));
  const deleted = changed('scan.pdf', () => Promise.resolve(new ArrayBuffer(0)));
  const named = [sound, anew, deleted, 'file another 1'].map((handle, at) => [`file${at}`, { handle }]);
  await expect(send(spec, Object.fromEntries(named) as object)).rejects.toEqual({
    ...{ name: 'PortError', code: 'file_gone', message: 'file_gone' },
    handles: [anew, deleted, 'file another 1'],
  });
  expect([call.mock.calls, [sound, anew, deleted].map((handle) => heldFile(handle)?.name)]).toEqual([
    [],
    ['receipt.pdf', undefined, undefined],
  ]);
});

test('F11 F13 files that are as they were given leave in the place of their names, and words at once', async () => {
  const { call, send } = leaving();
  const handle = held('receipt.pdf');
  await expect(send(supportSend, { text: 'Here it is.', file0: { handle } })).resolves.toBe('an answer');
  expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { text: 'Here it is.', file0: heldFile(handle) } });
  void send(supportSend, { text: 'Hello' });
  expect(call.mock.calls[1]?.[1]).toEqual({ params: { id: 'support' }, body: { text: 'Hello' } });
});
