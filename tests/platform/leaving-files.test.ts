import { expect, test, vi } from 'vitest';
import { supportSend } from '../../contract/calls/support.ts';
import { verificationUpload } from '../../contract/calls/verification.ts';
import type { World } from '../../machines/root/provide.ts';
import { laterWorld } from '../../src/app/later-world.ts';
import { heldFile, holdFile } from '../../src/house/held-files.ts';

const unreadable = (file: File): File => {
  file.slice = () =>
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('changed', 'NotReadableError')) });
  return file;
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
  const [sound, changed] = [held('receipt.pdf'), holdFile(unreadable(new File(['photo'], 'photo.jpg')))];
  const body = { file0: { handle: sound }, file1: { handle: changed }, file2: { handle: 'file another 1' } };
  await expect(send(spec, body)).rejects.toEqual({
    ...{ name: 'PortError', code: 'file_gone', message: 'file_gone' },
    handles: [changed, 'file another 1'],
  });
  expect([call.mock.calls, heldFile(changed), heldFile(sound)?.name]).toEqual([[], undefined, 'receipt.pdf']);
});

test('F11 F13 files that are as they were given leave in the place of their names, and words at once', async () => {
  const { call, send } = leaving();
  const handle = held('receipt.pdf');
  await expect(send(supportSend, { text: 'Here it is.', file0: { handle } })).resolves.toBe('an answer');
  expect(call.mock.calls[0]?.[1]).toMatchObject({ body: { text: 'Here it is.', file0: heldFile(handle) } });
  void send(supportSend, { text: 'Hello' });
  expect(call.mock.calls[1]?.[1]).toEqual({ params: { id: 'support' }, body: { text: 'Hello' } });
});
