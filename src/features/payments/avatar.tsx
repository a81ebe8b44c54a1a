import { join } from '../../ui/join.ts';
import css from './payments.module.css';

/** Hair by its outline on a head of radius 13 around 24, 26; the last is a bald one. */
const hair = [
  'M11 24c0-9 5-14 13-14s13 5 13 14c-3-4-6-6-9-6-4 2-9 2-12 1-2 1-4 3-5 5z',
  'M10 34c-2-14 4-25 14-25s16 11 14 25c-2 1-4 0-4-2l-1-9c-5 0-12-1-15-5-1 3-3 5-4 5v9c0 2-2 3-4 2z',
  'M12 21c1-4 0-7 4-8 1-4 6-4 8-2 3-3 8-1 9 2 3 0 4 4 3 8-3-3-6-4-12-4s-9 1-12 4z',
  'M11 22c2-8 7-12 14-12 6 0 11 4 12 11-6 1-13-1-16-5-2 3-6 5-10 6zM24 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  'M12 26c-1-2-1-4 0-6 1 1 2 3 2 5zM36 26c1-2 1-4 0-6-1 1-2 3-2 5z',
] as const;

/** Eyes and mouth: glad, calm, with glasses. */
const looks = [
  'M17 26q2-3 4 0M27 26q2-3 4 0M18 31q6 6 12 0',
  'M19 25v2M29 25v2M20 33h8',
  'M15 26a4 4 0 1 0 8 0 4 4 0 1 0-8 0M25 26a4 4 0 1 0 8 0 4 4 0 1 0-8 0M23 26h2M20 33q4 3 8 0',
] as const;

/** How many faces there are: each hair with each look. */
export const faces = hair.length * looks.length;

/** A face for somebody whose own nobody knows, by its number from 1. */
export function Avatar({ number }: { number: number }) {
  const at = (number - 1) % faces;
  const tint = css[`tint${at % 3}`];
  return (
    <svg className={join(css['avatar'], tint)} viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <circle className={css['ground']} cx="24" cy="24" r="24" />
      <path className={css['body']} d="M8 48c0-8 7-11 16-11s16 3 16 11z" />
      <circle className={css['head']} cx="24" cy="26" r="13" />
      <path className={css['hair']} d={hair[Math.floor(at / looks.length)]} />
      <path className={css['look']} d={looks[at % looks.length]} />
    </svg>
  );
}
