import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import type { Sight, SightParam } from '../../machines/model.ts';
import type { Language as Locale } from '../../machines/paths/words.ts';
import { moneyText, numberText, percentText, rateText } from './amounts.ts';

const messages: Record<Locale, Record<string, string>> = { ru, en };

export const spaces = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What a model promises of the screen has no words yet; `message` says which, and where they belong. */
export class MissingWords extends Error {
  override name = 'MissingWords';
}

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
  if (text === undefined) throw new MissingWords(`contract/messages/${locale}.json has no ${message}`);
  return text.replace(/{{\s*(\w+)\s*}}/g, (_all, name: string) => {
    const value = params[name];
    if (value === undefined) throw new MissingWords(`the message ${message} wants ${name}, and the model gives none`);
    return paramText(value, locale);
  });
}

export function sightText(sight: Sight, locale: Locale): string {
  if ('absent' in sight) return `no ${sightText(sight.absent, locale)}`;
  if ('pressed' in sight) return `${sight.pressed}=${sight.value}`;
  if ('message' in sight) return spaces(messageText(sight, locale));
  if ('words' in sight) return spaces(sight.words[locale]);
  return spaces('amount' in sight ? moneyText(sight.amount, sight.scale, locale, sight.approximate) : sight.text);
}
