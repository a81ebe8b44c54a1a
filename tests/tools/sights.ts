import type { Sight } from '../../machines/model.ts';
import { numberText, withoutGroups } from '../../scripts/paths/amounts.ts';
import { sightText, spaces } from '../../scripts/paths/sight-words.ts';
import type { Locale } from '../../stories/words.ts';
import type { Screen } from './screen.ts';

/** An amount counts when it stands whole: not as the tail of a longer number, nor as a promise that is only an estimate. */
const standsWhole = (screen: string, amount: string, approximate: boolean): boolean => {
  // Behind a space only three digits go on with a number; a time of day may stand before any other.
  const longer = /^\d{3}(?!\d)/.test(amount) ? /\d[ .,]$/ : /\d[.,]$/;
  for (let at = screen.indexOf(amount); at >= 0; at = screen.indexOf(amount, at + 1)) {
    const before = screen.slice(Math.max(0, at - 2), at);
    if (!/[\d\u2212]$/.test(before) && !longer.test(before) && (approximate || before !== '≈ ')) return true;
  }
  return false;
};

function isSeen(sight: Sight, { text, fields, pressed }: Screen, locale: Locale): boolean {
  const screen = spaces(text);
  const wanted = sightText(sight, locale);
  if ('absent' in sight) return !isSeen(sight.absent, { text, fields, pressed }, locale);
  if ('pressed' in sight) return pressed.filter((one) => one.startsWith(`${sight.pressed}=`)).join() === wanted;
  if (!('amount' in sight)) return screen.includes(wanted);
  const typed = withoutGroups(numberText(sight.amount.amount, sight.scale, locale), locale);
  const inField = screen.includes(sight.amount.currency) && fields.some((field) => spaces(field) === typed);
  return inField || standsWhole(screen, wanted, sight.approximate ?? false);
}

/** What must be seen and is not, in the words of the language. */
export const unseen = (sights: readonly Sight[], screen: Screen, locale: Locale): string[] =>
  sights.filter((sight) => !isSeen(sight, screen, locale)).map((sight) => sightText(sight, locale));
