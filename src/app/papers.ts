import type { FileFacts } from '../../machines/upload/upload.context.ts';
import { heldCamera, holdCamera } from '../house/held-camera.ts';
import { dropFile, heldFile, holdFile } from '../house/held-files.ts';
import { openCamera, takeShot } from '../platform/camera.ts';
import { lookAtFile } from '../platform/look-at-file.ts';
import { portError } from '../platform/port-error.ts';

export { shareLink } from '../platform/share.ts';
export { handOutFile } from '../platform/hand-out.ts';
export { sendForFile } from '../transport/send-for-file.ts';
export { sendWithProgress } from '../transport/send-with-progress.ts';

// Files and the camera stay with the page: machines know their handles.

/** What a held file is; one that had to be drawn anew stands under another handle. */
export const look = async ({ handle }: { handle: string }, left: AbortSignal): Promise<FileFacts> => {
  const file = heldFile(handle);
  if (!file) throw portError('file_gone');
  const { drawn, ...facts } = await lookAtFile(file);
  // Nobody waits any more: what was given stays as it is, for another look.
  if (!drawn || left.aborted) return { handle, ...facts };
  dropFile({ handle });
  return { handle: holdFile(drawn), ...facts };
};

/** Which opening is meant: one that was closed before the person allowed it shows nothing. */
let turn = 0;

export const close = (): void => {
  turn += 1;
  holdCamera(null);
};

/** `lost` is called when it goes off by itself. */
export const open = async (lost: () => void): Promise<null> => {
  // Some devices show nothing to a second one.
  close();
  const mine = turn;
  const stream = await openCamera();
  const tracks = stream.getTracks();
  if (mine === turn) {
    holdCamera(stream);
    for (const track of tracks) track.addEventListener('ended', () => mine === turn && lost());
  } else for (const track of tracks) track.stop();
  return null;
};

export const take = async (): Promise<{ handle: string }> => {
  const stream = heldCamera();
  if (!stream) throw portError('camera_failed');
  const shot = await takeShot(stream).catch((error: unknown) => {
    throw portError('camera_failed', error);
  });
  return { handle: holdFile(shot) };
};
