import { Observable, type Subscriber } from 'rxjs';
import { added } from '../../contract/limits.ts';
import type { PortEvent } from '../../machines/root/events.ts';
import { dropFile, dropFiles, heldFile } from '../house/held-files.ts';
import { patiently } from '../house/patiently.ts';
import { cardTokens } from '../platform/card-tokens.ts';
import { checkFields } from '../platform/check-fields.ts';
import { clockMinutes } from '../platform/clock-minutes.ts';
import { whenAnother } from '../platform/discard-drafts.ts';
import { leave } from '../platform/leave.ts';
import { portError } from '../platform/port-error.ts';
import { readTelegramAnswer } from '../platform/telegram-answer.ts';
import { uploadProgress, whoAwaits } from '../platform/upload-progress.ts';
import type { Send } from '../transport/send-with-progress.ts';
import { whileItGoes } from '../transport/while-it-goes.ts';
import { formWorld } from './form-world.ts';
import { letterWorld } from './letter-world.ts';
import { widened } from './widened.ts';

type CameraLife = Extract<PortEvent, { type: 'port.camera elsewhere' | 'port.camera lost' }>;

/** What only a paper, or a press on a page that has nothing else of it, needs comes with it. Where it does not, the line is to blame. */
const papers = () =>
  patiently(() => import('./papers.ts'), 2).catch((error: unknown) => {
    throw portError('network', error);
  });

/** Sends in the place of `fetch`, tells how much has gone, and stops when nothing more goes. */
const telling = (told: (percent: number) => void): Send =>
  whileItGoes(
    added.uploadStalls,
    (gone) => async (url, how) => (await papers()).sendWithProgress(told, gone)(url, how),
  );

/** Sends in the place of `fetch`, and gives the person the file that comes. */
const saving: Send = async (url, how) => {
  const { handOutFile, sendForFile } = await papers();
  return sendForFile(handOutFile)(url, how);
};

/** Who has the camera on, or waits for it: of several the last one has it. */
const withCamera = new Set<Subscriber<CameraLife>>();

/** Who listens has the camera on; it goes off when they do so no more, also where their page was left. */
const cameraLife = () =>
  new Observable<CameraLife>((listener) => {
    withCamera.add(listener);
    return () => {
      const isTheirs = [...withCamera].at(-1) === listener;
      withCamera.delete(listener);
      // What has gone over to another one stays on.
      if (isTheirs)
        void papers().then(
          ({ close }) => close(),
          () => {},
        );
    };
  });

const openCamera = async () => {
  const { open } = await papers();
  const whose = [...withCamera].at(-1);
  for (const before of [...withCamera].slice(0, -1)) before.next({ type: 'port.camera elsewhere' });
  return open(() => whose?.next({ type: 'port.camera lost' }));
};

interface Handle {
  handle: string;
}
const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Handle>).handle === 'string';
const handlesIn = (input: unknown): string[] =>
  Object.values((Object(input) as { body?: object }).body ?? {})
    .filter(isHandle)
    .map(({ handle }) => handle);

/**
 * Of a file that changed on the device since it was given a browser reads nothing, and sent it would look like a line that failed.
 * None that is held is empty.
 */
const isGone = async (handle: string): Promise<boolean> => {
  const first = heldFile(handle)?.slice(0, 1).arrayBuffer();
  return (
    first === undefined ||
    first.then(
      ({ byteLength }) => byteLength === 0,
      () => true,
    )
  );
};

/** Files are with this page, as they were given. */
async function checkFiles(handles: string[]): Promise<void> {
  const areGone = await Promise.all(handles.map(isGone));
  const gone = handles.filter((_, at) => areGone[at]);
  if (gone.length === 0) return;
  for (const handle of gone) dropFile({ handle });
  throw { ...portError('file_gone'), handles: gone };
}

/**
 * A body names files by the handles that this page gave them; they themselves are put in where it leaves. It goes for as long
 * as something of it does, and whoever awaits one of them hears how much has gone.
 */
function withFiles(input: unknown): unknown {
  const { body } = Object(input) as { body?: Record<string, unknown> };
  const given = Object.values(body ?? {}).find(isHandle);
  if (!body || !given) return input;
  const told = whoAwaits(given.handle) ?? (() => {});
  const filled = Object.entries(body).map(([name, value]) => [name, isHandle(value) ? heldFile(value.handle) : value]);
  return {
    ...(input as object),
    body: Object.fromEntries(filled) as Record<string, unknown>,
    by: telling(told),
  };
}

whenAnother(dropFiles);

/** The world with what only flows name that no page begins with. */
export const laterWorld = widened((world) => {
  const form = letterWorld(formWorld(world));
  return {
    ...form,
    call: (spec, input, signal) => {
      if (spec.gives === 'file') return world.call(spec, { ...Object(input), by: saving }, signal);
      const handles = handlesIn(input);
      return handles.length === 0
        ? world.call(spec, input, signal)
        : checkFiles(handles).then(() => world.call(spec, withFiles(input), signal));
    },
    asks: {
      ...form.asks,
      'fields.check': checkFields,
      'page.leave': leave,
      'link.share': async (input: { url: string }) => (await papers()).shareLink(input),
      'telegram.answer': readTelegramAnswer,
      'file.look': async (input: { handle: string }, left) => (await papers()).look(input, left),
      'camera.open': openCamera,
      'camera.take': async () => (await papers()).take(),
    },
    sources: {
      ...form.sources,
      'card.tokens': cardTokens,
      'clock.minutes': clockMinutes,
      'upload.progress': uploadProgress,
      'camera.life': cameraLife,
    },
    effects: {
      ...form.effects,
      'file.drop': dropFile,
    },
  };
});
