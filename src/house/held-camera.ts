/** What the camera of this device shows: it stays in the page's memory, and machines know only that it is on. */
let shown: MediaStream | null = null;

export const holdCamera = (stream: MediaStream | null): void => {
  for (const track of shown?.getTracks() ?? []) track.stop();
  shown = stream;
};

export const heldCamera = (): MediaStream | null => shown;
