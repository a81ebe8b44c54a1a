/** A digit stands at the place that it counts: once as itself, twice as the sum of the digits of its double. */
const [once, twice] = ['0123456789', '0516273849'];

/** Sums of a row of digits up to each place, where every second one from the first on, or from the second, counts twice. */
const sumsOf = (digits: string, first: 0 | 1): number[] => {
  const sums = [0];
  for (let at = 0; at < digits.length; at += 1)
    sums.push(sums[at]! + (at % 2 === first ? twice : once).indexOf(digits[at]!));
  return sums;
};

/** The check digit of a card number: every second digit from the right counts twice. */
export const isLuhn = (digits: string): boolean => sumsOf(digits, digits.length % 2 === 0 ? 0 : 1).at(-1)! % 10 === 0;

const lengths = { shortest: 13, longest: 19 };

/** As people write one: digits, alone or with a space, a dash, a point or a low line between them. */
const rows = /\d(?:[ \u00a0\u202f._-]?\d){12,}/g;

/** Whether two digits of a row stand side by side, by the place of the second. */
const isJoined = (row: string, place: number): boolean => /\d/.test(row[place - 1] ?? '');

/**
 * Whether a row of digits holds a card number. A date or a code may stand around it that looks like more of it, so each length
 * is tried from each beginning; neither is in the middle of digits that stand together.
 */
const holdsOne = (row: string): boolean => {
  const places = [...row.matchAll(/\d/g)].map(({ index }) => index);
  const digits = row.replaceAll(/\D/g, '');
  const isEdge = (at: number): boolean => at === 0 || at === places.length || !isJoined(row, places[at]!);
  const sums = [sumsOf(digits, 0), sumsOf(digits, 1)] as const;
  for (let from = 0; from + lengths.shortest <= digits.length; from += 1) {
    if (!/[2-6]/.test(digits[from]!) || !isEdge(from)) continue;
    for (let to = from + lengths.shortest; to <= Math.min(from + lengths.longest, digits.length); to += 1) {
      const [upTo, before] = [sums[to % 2 === 0 ? 0 : 1][to]!, sums[to % 2 === 0 ? 0 : 1][from]!];
      if ((upTo - before) % 10 === 0 && isEdge(to)) return true;
    }
  }
  return false;
};

/** Whether somebody wrote the number of a card into a text: it belongs into the frame of a provider and nowhere else. */
export const hasCardNumber = (text: string): boolean => [...text.matchAll(rows)].some(([row]) => holdsOne(row));
