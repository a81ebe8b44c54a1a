import type { FileFacts } from '../../machines/upload/upload.context.ts';

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** By how it begins, whatever it is called. */
const kindOf = (begins: string): FileFacts['kind'] => {
  if (begins.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (begins.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (begins.startsWith('RIFF') && begins.slice(8, 12) === 'WEBP') return 'webp';
  if (begins.startsWith('%PDF-')) return 'pdf';
  return begins.slice(4, 8) === 'ftyp' && heicBrands.includes(begins.slice(8, 12)) ? 'heic' : 'other';
};

/** In pixels; zeros for what the browser makes no picture of. Only the head of it is read. */
const measuresOf = async (file: Blob): Promise<{ width: number; height: number }> => {
  const url = URL.createObjectURL(file);
  try {
    return await new Promise((resolve) => {
      const picture = new Image();
      picture.addEventListener('load', () => resolve({ width: picture.naturalWidth, height: picture.naturalHeight }));
      picture.addEventListener('error', () => resolve({ width: 0, height: 0 }));
      picture.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
};

/** In pixels: more than is kept of a paper, and as much as a phone has a canvas for. */
const longestDrawn = 4_000;

/** As a JPEG, where this browser knows the format; undefined elsewhere. */
const asJpeg = async (file: File): Promise<File | undefined> => {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestDrawn / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
    return new File([drawn], 'photo.jpg', { type: drawn.type });
  } catch {
    return undefined;
  }
};

/** All but its handle; `drawn` is what is to be sent in its place. */
type Looked = Omit<FileFacts, 'handle'> & { drawn?: File };

/** What a file is by its content, and how large. Of a HEIC that can be opened here a JPEG is drawn. */
export const lookAtFile = async (file: File): Promise<Looked> => {
  const begins = String.fromCharCode(...new Uint8Array(await file.slice(0, 12).arrayBuffer()));
  const kind = kindOf(begins);
  const none = { kind, size: file.size, width: 0, height: 0 };
  if (kind === 'other' || kind === 'pdf') return none;
  if (kind !== 'heic') return { ...none, ...(await measuresOf(file)) };
  const drawn = await asJpeg(file);
  return drawn ? { kind: 'jpeg', size: drawn.size, ...(await measuresOf(drawn)), drawn } : none;
};
