import type { KeptLetter, LetterRead } from '../../machines/sign-in/letter.ts';
import { pageNow } from './clock.ts';
import { store } from './store.ts';

const key = 'memory/letter';

type Written = Partial<Record<keyof KeptLetter, unknown>>;
const written = (): Written => Object(store.read(key)) as Written;

/** The same letter, its moments put off by `ms`. A moment that is none stays what it is. */
const shifted = (letter: Written, ms: number): Written => {
  const later = (moment: unknown): unknown => {
    const at = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
    return Number.isNaN(at) ? moment : new Date(at + ms).toISOString();
  };
  return { ...letter, expires_at: later(letter.expires_at), again_at: later(letter.again_at) };
};
/** How far the wall clock is ahead of the page's, which may have stood still while the device slept, in ms. */
const ahead = (): number => Date.now() - pageNow();

/** Two clocks never agree to the millisecond. */
const close = 2_000;
const isSame = (one: Written, other: Written): boolean =>
  one.flow === other.flow &&
  one.email === other.email &&
  Math.abs(Date.parse(String(one.expires_at)) - Date.parse(String(other.expires_at))) < close;

/** The last letter that this browser has asked for, in the moments of the wall clock, which pages share; null: none is awaited. */
export const keepLetter = ({ letter }: { letter: KeptLetter | null }): void => {
  if (letter) store.write(key, shifted(letter, ahead()));
  else store.drop(key);
};

/** Only where no other tab has asked for a later one. */
export const dropLetter = ({ letter }: { letter: KeptLetter | null }): void => {
  if (letter && isSame(written(), shifted(letter, ahead()))) store.drop(key);
};

/** Whatever lies there, in moments of the page's clock. One that has lapsed lies there no longer. */
export const readLetter = (): Promise<LetterRead> => {
  const letter = written();
  if (Date.parse(String(letter.expires_at)) <= Date.now()) store.drop(key);
  return Promise.resolve({ kept: shifted(letter, -ahead()), at: pageNow() });
};
