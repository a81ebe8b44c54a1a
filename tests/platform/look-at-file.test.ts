import { afterEach, expect, test, vi } from 'vitest';
import { look } from '../../src/app/papers.ts';
import { heldFile, holdFile } from '../../src/house/held-files.ts';
import { lookAtFile } from '../../src/platform/look-at-file.ts';

afterEach(() => vi.unstubAllGlobals());

/** A device that knows HEIC, and has no canvas of more pixels than a phone gives one. */
const stubPhone = (width: number, height: number) => {
  const most = 4_096 ** 2;
  let drawn: [number, number] = [0, 0];
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => {} }));
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      width: number;
      height: number;
      constructor(wide: number, high: number) {
        [this.width, this.height] = [wide, high];
      }
      getContext = () => ({
        drawImage: (_: unknown, left: number, top: number, wide = width, high = height) =>
          (drawn = [left + wide, top + high]),
      });
      convertToBlob = ({ type }: { type: string }) =>
        this.width * this.height > most
          ? Promise.reject(new Error('no canvas'))
          : Promise.resolve(new Blob(['jpeg'], { type }));
    },
  );
  vi.stubGlobal(
    'Image',
    class extends EventTarget {
      get naturalWidth() {
        return drawn[0];
      }
      get naturalHeight() {
        return drawn[1];
      }
      set src(_: string) {
        queueMicrotask(() => this.dispatchEvent(new Event('load')));
      }
    },
  );
};
const heic = new File(['\0\0\0\u0018ftypheic'], 'photo.heic');

test('F11 the largest photo of a phone is drawn as large as a phone can, and is the whole photo', async () => {
  stubPhone(8_064, 6_048);
  expect(await lookAtFile(heic)).toMatchObject({ kind: 'jpeg', width: 4_000, height: 3_000 });
  stubPhone(6_048, 8_064);
  expect(await lookAtFile(heic)).toMatchObject({ kind: 'jpeg', width: 3_000, height: 4_000 });
});

test('F11 a smaller one is drawn as it is', async () => {
  stubPhone(1_200, 900);
  expect(await lookAtFile(heic)).toMatchObject({ kind: 'jpeg', width: 1_200, height: 900 });
});

test('F11 what is drawn after nobody waits for it any more takes no place: the file is there for another look', async () => {
  stubPhone(3_000, 2_000);
  const chosen = holdFile(new File(['\0\0\0\u0018ftypheic'], 'a.heic'));
  await look({ handle: chosen }, AbortSignal.abort());
  expect(heldFile(chosen)?.name).toBe('a.heic');
  const { handle } = await look({ handle: chosen }, new AbortController().signal);
  expect([heldFile(chosen), heldFile(handle)?.name]).toEqual([undefined, 'photo.jpg']);
});
