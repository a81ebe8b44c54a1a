import { withoutUnseen } from '../../contract/unseen.ts';

/** What is wrong with a typed amount by itself; words at `error.<code>`. */
export type AmountProblem =
  | 'required'
  | 'malformed'
  | 'ambiguous'
  | 'too_long'
  | 'too_precise'
  | 'not_positive'
  | 'negative';

/** `doubtful`: the text has a second reading, so the screen shows how it was read. */
export type ReadAmount = { amount: string; doubtful: boolean } | { problem: AmountProblem };

const longestText = 80;
const mostDigits = 30;
const anySpace = /[\s\u00a0\u2007\u2009\u202f]/gu;
const groups = /^\d{1,3}( \d{3})+$/;

/**
 * Reads what a person typed or pasted into an amount field: `0,024`, `1 234,5`, `1.234,56`, `1,234.56`, `1'234.50`.
 *
 * Groups are of three digits, all parted by the same sign (a space of any kind, an apostrophe, a point or a comma).
 * Two different separators: the last is the decimal one. The same point or comma twice: groups. One point or comma
 * alone is the decimal separator, because the other reading would be a thousand times more. Where that other reading
 * exists (`1,234`), the amount is `doubtful`; and where the currency has too few decimals for the first reading, the
 * text is `ambiguous`. So a misread amount is never larger than the one that was meant.
 *
 * `scale`: how many decimals the currency has. Answers the amount in plain notation without idle zeros.
 */
export function readAmount(text: string, scale: number): ReadAmount {
  const tidy = withoutUnseen(text).trim().replace(anySpace, ' ');
  if (tidy === '') return { problem: 'required' };
  if (tidy.length > longestText) return { problem: 'too_long' };
  if (/^[-\u2212]/.test(tidy)) return negative(tidy.slice(1), scale);

  const parts = split(tidy);
  if (!parts) return { problem: 'malformed' };
  const whole = parts.whole.replace(/^0+(?=\d)/, '') || '0';
  if (whole.length > mostDigits) return { problem: 'too_long' };
  const fraction = parts.fraction.replace(/0+$/, '');
  if (parts.doubtful && parts.fraction.length > scale) return { problem: 'ambiguous' };
  if (fraction.length > scale) return { problem: 'too_precise' };
  const amount = fraction ? `${whole}.${fraction}` : whole;
  return amount === '0' ? { problem: 'not_positive' } : { amount, doubtful: parts.doubtful };
}

/** A minus before something readable is one too many, and no more typing cures it; before anything else it is no amount at all. */
function negative(rest: string, scale: number): ReadAmount {
  const read = readAmount(rest.trim(), scale);
  return { problem: 'amount' in read || read.problem === 'not_positive' ? 'negative' : 'malformed' };
}

interface Parts {
  whole: string;
  fraction: string;
  doubtful: boolean;
}

function split(text: string): Parts | null {
  const spaced = text.replace(/(?<=\d)['\u2019](?=\d)/g, ' ');
  const marks = spaced.match(/[.,]/g) ?? [];
  const [first] = marks;
  const last = marks.at(-1);
  if (!first || !last) return part(spaced, '');
  const at = spaced.lastIndexOf(last);
  const [before, after] = [spaced.slice(0, at), spaced.slice(at + 1)];

  if (first !== last) return spaced.includes(' ') ? null : grouped(before, first, after);
  if (marks.length > 1) return spaced.includes(' ') ? null : grouped(spaced, first, '');
  const doubtful = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after);
  return part(before, after, doubtful);
}

const grouped = (whole: string, mark: string, fraction: string): Parts | null => {
  const spaced = whole.replaceAll(mark, ' ');
  return groups.test(spaced) && !spaced.startsWith('0') ? part(spaced, fraction) : null;
};

function part(whole: string, fraction: string, doubtful = false): Parts | null {
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  if (/^\d*$/.test(whole)) return { whole, fraction, doubtful };
  return groups.test(whole) ? { whole: whole.replaceAll(' ', ''), fraction, doubtful } : null;
}

/** The same decimal without idle zeros, as a typed amount is written. */
export const plain = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
