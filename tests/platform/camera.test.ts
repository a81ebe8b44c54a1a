import { afterEach, expect, test, vi } from 'vitest';
import { createScanner } from '../../machines/scanner/scan-responses.ts';
import { laterWorld } from '../../src/app/later-world.ts';
import { createWorld } from '../../src/app/wire.ts';
import { heldCamera } from '../../src/house/held-camera.ts';
import { openCamera } from '../../src/platform/camera.ts';
import { createTransport } from '../../src/transport/send-call.ts';

afterEach(() => vi.unstubAllGlobals());

/** A device with one camera: each stream is told apart, and knows whether it goes. */
const stubCamera = () => {
  const goes: boolean[] = [];
  const tracks: EventTarget[] = [];
  const getUserMedia = () => {
    const at = goes.push(true) - 1;
    const track = Object.assign(new EventTarget(), { stop: () => (goes[at] = false) });
    tracks.push(track);
    return Promise.resolve({ at, getTracks: () => [track] });
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  return { goes, end: (at: number) => tracks[at]!.dispatchEvent(new Event('ended')) };
};

const page = () => {
  const scanner = createScanner();
  return laterWorld(
    createWorld({
      scanner,
      transport: createTransport({ held: scanner.held, language: () => 'en' }),
      loadFlow: () => Promise.resolve(),
      loadAnnex: () => Promise.reject(new Error('not asked')),
    }),
  );
};

test('F11 the camera goes over to whoever opens it last, and what the one before does no more leaves it on', async () => {
  const { goes } = stubCamera();
  const { sources, asks } = page();
  const nothing = undefined as never;
  const open = () => asks['camera.open']!(nothing, new AbortController().signal);
  const first = sources['camera.life']!(nothing).subscribe((told) => {
    expect(told).toEqual({ type: 'port.camera elsewhere' });
    first.unsubscribe();
  });
  await open();
  const second = sources['camera.life']!(nothing).subscribe(() => expect.unreachable());
  await open();
  expect([first.closed, goes, heldCamera()]).toMatchObject([true, [false, true], { at: 1 }]);
  second.unsubscribe();
  await vi.waitFor(() => expect(goes).toEqual([false, false]));
  expect(heldCamera()).toBeNull();
});

test('F11 a camera that goes off by itself tells whoever has it on, and one that they have closed tells nobody', async () => {
  const { end } = stubCamera();
  const { sources, asks } = page();
  const nothing = undefined as never;
  const told: unknown[] = [];
  const one = sources['camera.life']!(nothing).subscribe((news) => told.push(news));
  for (const _ of [0, 1]) await asks['camera.open']!(nothing, new AbortController().signal);
  end(0);
  expect(told).toEqual([]);
  end(1);
  expect(told).toEqual([{ type: 'port.camera lost' }]);
  one.unsubscribe();
  await vi.waitFor(() => expect(heldCamera()).toBeNull());
  end(1);
  expect(told).toHaveLength(1);
});

test('F11 a camera that gives no picture is to blame, and no file', async () => {
  stubCamera();
  vi.stubGlobal('document', {
    createElement: () => ({ play: () => Promise.reject(new DOMException('', 'AbortError')) }),
  });
  const { sources, asks } = page();
  const nothing = undefined as never;
  const { signal } = new AbortController();
  const one = sources['camera.life']!(nothing).subscribe();
  await asks['camera.open']!(nothing, signal);
  await expect(asks['camera.take']!(nothing, signal)).rejects.toMatchObject({ code: 'camera_failed' });
  one.unsubscribe();
});

test.each([
  ['NotAllowedError', 'camera_denied'],
  ['NotFoundError', 'camera_missing'],
  ['OverconstrainedError', 'camera_missing'],
  ['NotReadableError', 'camera_busy'],
  ['AbortError', 'camera_busy'],
])('F11 a camera that ends in %s is told as %s', async (name, code) => {
  const getUserMedia = () => Promise.reject(new DOMException('no', name));
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  await expect(openCamera()).rejects.toMatchObject({ code });
});

test('F11 a page that is given no cameras at all has none', async () => {
  vi.stubGlobal('navigator', {});
  await expect(openCamera()).rejects.toMatchObject({ code: 'camera_missing' });
});
