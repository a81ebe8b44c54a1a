import { randomInt } from 'node:crypto';
import { toPng } from './png.ts';

/** In pixels; narrow enough for the smallest phone. */
export const width = 280;
export const height = 140;
export const side = 48;

export interface Picture {
  /** PNG as `data:` addresses: the picture with its notch, and the piece. */
  picture: string;
  piece: string;
  /** Where the left and the upper edge of the piece belong. */
  left: number;
  top: number;
}

type Colour = readonly [red: number, green: number, blue: number];
const anyColour = (): Colour => [randomInt(40, 216), randomInt(40, 216), randomInt(40, 216)];

interface Disc {
  x: number;
  y: number;
  radius: number;
  colour: Colour;
  weight: number;
}
const anyDisc = (): Disc => ({
  x: randomInt(width),
  y: randomInt(height),
  radius: randomInt(10, 46),
  colour: anyColour(),
  weight: randomInt(35, 75) / 100,
});

const mix = (one: number, other: number, weight: number): number => one + (other - one) * weight;

/** A ground that goes over from one colour into another, with discs on it. */
const paintGround = (): Uint8Array => {
  const [from, to] = [anyColour(), anyColour()];
  const discs = Array.from({ length: 26 }, anyDisc);
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const along = (x + y) / (width + height);
      const colour = from.map((channel, at) => mix(channel, to[at] ?? 0, along));
      for (const disc of discs)
        if ((x - disc.x) ** 2 + (y - disc.y) ** 2 < disc.radius ** 2)
          for (let at = 0; at < 3; at += 1) colour[at] = mix(colour[at] ?? 0, disc.colour[at] ?? 0, disc.weight);
      pixels.set([...colour.map(Math.round), 255], (y * width + x) * 4);
    }
  return pixels;
};

const knob = 9;
/** A square with a knob above and one at the right; all of it within `side`. */
const isPiece = (x: number, y: number): boolean => {
  const body = side - knob - 1;
  const inBody = x >= 0 && x < body && y > knob && y < side;
  const inKnob = (atX: number, atY: number) => (x - atX) ** 2 + (y - atY) ** 2 < knob ** 2;
  return inBody || inKnob(body / 2, knob + 1) || inKnob(body, knob + 1 + body / 2);
};
const isEdge = (x: number, y: number): boolean =>
  isPiece(x, y) && [-1.5, 1.5].some((step) => !isPiece(x + step, y) || !isPiece(x, y + step));

/** A new picture; the notch keeps off the left, where the piece begins. */
export const paint = (): Picture => {
  const [left, top] = [randomInt(side + 24, width - side - 4), randomInt(4, height - side - 4)];
  const ground = paintGround();
  const piece = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      if (!isPiece(x, y)) continue;
      const at = ((top + y) * width + left + x) * 4;
      const colour = [...ground.subarray(at, at + 3)];
      const edge = isEdge(x, y);
      piece.set(
        [...colour.map((channel) => Math.round(edge ? mix(channel, 255, 0.8) : channel)), 255],
        (y * side + x) * 4,
      );
      ground.set(
        colour.map((channel) => Math.round(edge ? mix(channel, 255, 0.5) : channel * 0.35)),
        at,
      );
    }
  return { picture: toPng(ground, width, height), piece: toPng(piece, side, side), left, top };
};
