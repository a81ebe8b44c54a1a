import type { Page } from 'playwright';
import type { Picture } from './draw.ts';

export interface Compared {
  /** Stories that look otherwise, those that came, those that went. */
  changed: string[];
  added: string[];
  gone: string[];
  /** PNG in base64: each changed cell as it was kept, as it is, and where the two differ; null when nothing did. */
  picture: string | null;
}

/**
 * Compares two pictures of a sheet cell by cell, so that one that grew does not drag along those below it. A browser
 * does it: it can read and write pictures.
 */
export const compare = (page: Page, kept: Picture, now: Picture): Promise<Compared> =>
  page.evaluate(
    async ([kept, now]) => {
      type Place = [number, number, number, number];
      /** Of 255, in any colour; below it two renderings of the same letter may lie. */
      const tolerance = 12;
      const gap = 12;
      const read = async (image: string) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/webp;base64,${image}`)).blob());
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d', { willReadFrequently: true })!;
        context.drawImage(bitmap, 0, 0);
        return (place: Place) => context.getImageData(...place);
      };
      const [before, after] = [await read(kept.image), await read(now.image)];

      /** A picture as large as both, faded, with red where they differ; null where they do not. */
      const difference = (one: ImageData, other: ImageData): ImageData | null => {
        const marked = new ImageData(Math.max(one.width, other.width), Math.max(one.height, other.height));
        let count = 0;
        const at = ({ width, height, data }: ImageData, x: number, y: number): number[] =>
          x < width && y < height ? [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)] : [-99, -99, -99];
        for (let y = 0; y < marked.height; y += 1)
          for (let x = 0; x < marked.width; x += 1) {
            const [a, b] = [at(one, x, y), at(other, x, y)];
            const differs = a.some((value, part) => Math.abs(value - b[part]!) > tolerance);
            if (differs) count += 1;
            const shown = differs ? [220, 0, 40] : b.map((value) => 170 + value / 3);
            marked.data.set([...shown, 255], (y * marked.width + x) * 4);
          }
        return count > 0 ? marked : null;
      };

      const names = Object.keys(now.cells).filter((story) => story in kept.cells);
      const rows = names.flatMap((story) => {
        const [one, other] = [before(kept.cells[story]!), after(now.cells[story]!)];
        const marked = difference(one, other);
        return marked ? [{ story, images: [one, other, marked] }] : [];
      });
      const result = {
        changed: rows.map(({ story }) => story),
        added: Object.keys(now.cells).filter((story) => !(story in kept.cells)),
        gone: Object.keys(kept.cells).filter((story) => !(story in now.cells)),
        picture: null,
      };
      if (rows.length === 0) return result;
      const width = Math.max(...rows.map(({ images }) => images.reduce((sum, image) => sum + image.width + gap, gap)));
      const heights = rows.map(({ images }) => Math.max(...images.map((image) => image.height)) + 3 * gap);
      const canvas = new OffscreenCanvas(
        Math.max(width, 620),
        heights.reduce((sum, height) => sum + height, gap),
      );
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#000000';
      context.font = '12px sans-serif';
      let y = gap;
      rows.forEach(({ story, images }, row) => {
        context.fillText(story, gap, y + gap);
        let x = gap;
        for (const image of images) {
          context.putImageData(image, x, y + 2 * gap);
          x += image.width + gap;
        }
        y += heights[row]!;
      });
      const made = await canvas.convertToBlob({ type: 'image/png' });
      const encoded = await new Promise<string>((done) => {
        const reader = new FileReader();
        reader.addEventListener('load', () =>
          done(typeof reader.result === 'string' ? reader.result.replace(/^.*?,/, '') : ''),
        );
        reader.readAsDataURL(made);
      });
      return { ...result, picture: encoded };
    },
    [kept, now] as const,
  );
