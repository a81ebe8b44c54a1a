import { portError } from './port-error.ts';

/** The camera that looks away from the person, where there are two; as sharp as it can. */
const wanted = { video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1920 } } };

/** Why it shows nothing. One that is there, and does not start, is most often in use by another program. */
const codeOf = (error: unknown): string => {
  const { name } = Object(error) as { name?: unknown };
  if (name === 'NotAllowedError') return 'camera_denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'camera_missing' : 'camera_busy';
};

/** What the camera sees, once the person has allowed it. Rejects with `camera_denied`, `camera_missing` or `camera_busy`. */
export const openCamera = async (): Promise<MediaStream> => {
  // Not there on a page that came over plain http.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw portError('camera_missing');
  try {
    return await devices.getUserMedia(wanted);
  } catch (error) {
    throw portError(codeOf(error), error);
  }
};

/** What it sees at this moment. */
export const takeShot = async (stream: MediaStream): Promise<File> => {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  await video.play();
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  video.srcObject = null;
  const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  return new File([drawn], 'photo.jpg', { type: drawn.type });
};
