import { readdirSync, readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const folder = new URL('../../public/logos/', import.meta.url);
const keys = [
  'trust',
  'bestchange',
  'curve_color',
  'pancakeswap',
  'quickswap',
  'dodo',
  'dydx',
  'kyberswap',
  'thorswap',
  'uniswap',
];
const files = keys.map((key) => `${key}.${key === 'trust' ? 'png' : 'svg'}`);
const read = (file: string): Buffer => readFileSync(new URL(file, folder));

const luminance = (channels: number[]): number => {
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
/** Against white and against a page that is nearly black: what is in between is seen on any of ours. */
const contrasts = (channels: number[]): number[] => {
  const own = luminance(channels);
  return [1.05 / (own + 0.05), (own + 0.05) / (0.01 + 0.05)];
};

describe('the marks of the partners', () => {
  test('H5 there are ten: one png, nine svg, each below 4 kB', () => {
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
    expect(files.filter((file) => read(file).length >= 4_096)).toEqual([]);
  });

  test.each(files.filter((file) => file.endsWith('.svg')))(
    'H5 %s is one shape in one grey, and asks for nothing',
    (file) => {
      const text = read(file).toString();
      expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*viewBox="0 0 24 24"/);
      expect(text).not.toMatch(/style|script|href|url\(|<text|<image|on\w+=/);
      const colours = new Set(text.match(/#[0-9a-f]{3,6}/gi));
      expect([...colours]).toHaveLength(1);
      const [colour = ''] = colours;
      const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      for (const contrast of contrasts(channels)) expect(contrast).toBeGreaterThanOrEqual(3);
    },
  );

  test('H5 trust.png is a grey shape on nothing', () => {
    const png = read('trust.png');
    expect(png.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]));
    const [width, height, depth, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
    expect([width, depth, kind]).toEqual([height, 8, 4]);
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    const dots = Array.from({ length: width * height }, (_, dot) => {
      const place = Math.floor(dot / width) * (1 + width * 2) + 1 + (dot % width) * 2;
      return { grey: rows[place]!, alpha: rows[place + 1]! };
    });
    expect(new Set(dots.map(({ grey }) => grey)).size).toBe(1);
    const drawn = dots.filter(({ alpha }) => alpha > 200).length / dots.length;
    expect([drawn > 0.05, drawn < 0.5]).toEqual([true, true]);
    const { grey } = dots[0]!;
    for (const contrast of contrasts([grey, grey, grey])) expect(contrast).toBeGreaterThanOrEqual(3);
  });
});
