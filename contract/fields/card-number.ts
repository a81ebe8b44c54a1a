/** A digit stands at the place that it counts: once as itself, twice as the sum of the digits of its double. */
const [once, twice] = ['0123456789', '0516273849'];

/** The check digit of a card number: every second digit from the right counts twice. */
export const isLuhn = (digits: string): boolean =>
  [...digits]
    .toReversed()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? once.indexOf(digit) : twice.indexOf(digit)), 0) %
    10 ===
  0;

/**
 * As people write one: digits, alone or with a space, a dash, a point or a low line between them. A date or a code may follow
 * that looks like more of it, so each length is tried from each beginning.
 */
const written = [13, 14, 15, 16, 17, 18, 19].map(
  (length) => new RegExp(`(?<!\\d)(?=([2-6](?:[ \\u00a0\\u202f._-]?\\d){${length - 1}})(?!\\d))`, 'g'),
);

/** Whether somebody wrote the number of a card into a text: it belongs into the frame of a provider and nowhere else. */
export const hasCardNumber = (text: string): boolean =>
  written.some((shape) => [...text.matchAll(shape)].some(([, found = '']) => isLuhn(found.replaceAll(/\D/g, ''))));
