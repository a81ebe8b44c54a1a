import type { Sight, SightParam } from '../../machines/model.ts';
import { messages, type Locale } from '../../stories/words.ts';
import { moneyText, numberText, percentText, rateText } from './amounts.ts';
import type { Screen } from './screen.ts';

const spaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

type Message = Extract<Sight, { message: string }>;

function paramText(value: SightParam, locale: Locale): string {
  if (typeof value !== 'object') return String(value);
  if ('amount' in value) return moneyText(value.amount, value.scale, locale);
  if ('decimal' in value) return numberText(value.decimal, value.scale, locale);
  return 'rate' in value ? rateText(value.rate, locale, value.exact) : percentText(value.percent, locale);
}

/** The words of a message by our own reading of the contract's files: plural by the language, amounts by its rules. */
export function messageText({ message, params = {} }: Message, locale: Locale): string {
  const words = messages[locale];
  const { count } = params;
  const plural =
    typeof count === 'number' ? words[`${message}_${new Intl.PluralRules(locale).select(count)}`] : undefined;
  const text = plural ?? words[message];
  if (text === undefined) throw new Error(`no message ${message} in ${locale}`);
  return text.replace(/{{\s*(\w+)\s*}}/g, (_all, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`the message ${message} wants ${name}`);
    return paramText(value, locale);
  });
}

export function sightText(sight: Sight, locale: Locale): string {
  if ('absent' in sight) return `no ${sightText(sight.absent, locale)}`;
  if ('pressed' in sight) return `${sight.pressed}=${sight.value}`;
  if ('message' in sight) return spaces(messageText(sight, locale));
  return spaces('amount' in sight ? moneyText(sight.amount, sight.scale, locale, sight.approximate) : sight.text);
}

/** An amount counts when it stands whole: not as the tail of a longer number, nor as a promise that is only an estimate. */
const standsWhole = (screen: string, amount: string, approximate: boolean): boolean => {
  for (let at = screen.indexOf(amount); at >= 0; at = screen.indexOf(amount, at + 1)) {
    const before = screen.slice(Math.max(0, at - 2), at);
    if (!/[\d\u2212]$|\d[ .,]$/.test(before) && (approximate || before !== '≈ ')) return true;
  }
  return false;
};

function isSeen(sight: Sight, { text, fields, pressed }: Screen, locale: Locale): boolean {
  const screen = spaces(text);
  const wanted = sightText(sight, locale);
  if ('absent' in sight) return !isSeen(sight.absent, { text, fields, pressed }, locale);
  if ('pressed' in sight) return pressed.filter((one) => one.startsWith(`${sight.pressed}=`)).join() === wanted;
  if (!('amount' in sight)) return screen.includes(wanted);
  const typed = numberText(sight.amount.amount, sight.scale, locale);
  const inField = screen.includes(sight.amount.currency) && fields.some((field) => spaces(field) === spaces(typed));
  return inField || standsWhole(screen, wanted, sight.approximate ?? false);
}

/** What must be seen and is not, in the words of the language. */
export const unseen = (sights: readonly Sight[], screen: Screen, locale: Locale): string[] =>
  sights.filter((sight) => !isSeen(sight, screen, locale)).map((sight) => sightText(sight, locale));
