import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';
type Channels = [number, number, number];

const source = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
const colour = /oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g;

/** Opaque tokens, light first and dark second, as they stand in the file. */
const tokens = Object.fromEntries(
  [...source.matchAll(/--([\w-]+): light-dark\((.+)\);/g)].flatMap(([, name = '', value = '']) => {
    const [light, dark] = [...value.matchAll(colour)].map(([, ...parts]) => parts.map(Number) as Channels);
    return light && dark ? [[name, { light, dark }]] : [];
  }),
);

/** OKLCH to linear sRGB, by the matrices of CSS Color 4; what lies outside is cut off, as a screen does. */
function linear([lightness, chroma, hue]: Channels): Channels {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb: Channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return rgb.map((value) => Math.min(1, Math.max(0, value))) as Channels;
}

const luminance = (channels: Channels) => {
  const [red, green, blue] = linear(channels);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

function contrast(theme: Theme, over: string, under: string): number {
  const [front, back] = [over, under].map((name) => {
    const token = tokens[name];
    if (!token) throw new Error(`there is no colour --${name}`);
    return luminance(token[theme]);
  }) as [number, number];
  return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
}

const grounds = ['page', 'surface', 'sunken'];
const texts = [
  ...['text', 'muted', 'accent', 'accent-deep', 'success', 'warning', 'danger'].flatMap((over) =>
    grounds.map((under) => [over, under]),
  ),
  ...['accent', 'success', 'warning', 'danger'].map((name) => [name, `${name}-soft`]),
  ...['accent-soft', 'success-soft', 'warning-soft', 'danger-soft'].map((under) => ['text', under]),
  ...[
    ['accent', 'warning-soft'],
    ['accent', 'danger-soft'],
    ['accent-deep', 'accent-soft'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-deep'],
    ['on-danger', 'danger'],
    ['on-danger', 'danger-deep'],
  ],
] as [string, string][];
const borders = ['border', 'focus', 'danger', 'accent'].flatMap((over) =>
  grounds.map((under): [string, string] => [over, under]),
);

describe.each<Theme>(['light', 'dark'])('D3 contrast in the %s theme', (theme) => {
  test.each(texts)('D3 text: --%s on --%s', (over, under) => {
    expect(contrast(theme, over, under)).toBeGreaterThanOrEqual(4.5);
  });
  test.each(borders)('D3 a border that means something: --%s on --%s', (over, under) => {
    expect(contrast(theme, over, under)).toBeGreaterThanOrEqual(3);
  });
});

test('D3 black on white is 21, so the reckoning is right', () => {
  expect((luminance([1, 0, 0]) + 0.05) / (luminance([0, 0, 0]) + 0.05)).toBeCloseTo(21, 1);
});
