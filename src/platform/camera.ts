import { portError } from './port-error.ts';

/** The camera that looks away from the person, where there are two; as sharp as it can. */
const wanted = { video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1920 } } };

/** What the camera sees, once the person has allowed it. Rejects with `camera_denied` or `camera_missing`. */
export const openCamera = async (): Promise<MediaStream> => {
  // Not there on a page that came over plain http.
  const devices = navigator.mediaDevices as MediaDevices | undefined;
  if (!devices) throw portError('camera_missing');
  try {
    return await devices.getUserMedia(wanted);
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
    throw portError(isDenied ? 'camera_denied' : 'camera_missing', error);
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
