type Maybe<T> = T | Promise<T>;

/** A fact gives HTML; a condition says whether its part of the text stands. */
export interface Facts {
  words: Record<string, () => Maybe<string>>;
  conditions: Record<string, () => Maybe<boolean>>;
}

const section = /\{\{([#^])(\w+)\}\}((?:(?!\{\{[#^/])[\s\S])*)\{\{\/\2\}\}/g;
const place = /\{\{(\w+)\}\}/g;

/** What each name stands for, asked once. @throws Error for a name that is not there. */
const askFor = async <T>(facts: Record<string, () => Maybe<T>>, names: string[]): Promise<Map<string, T>> => {
  const asked = [...new Set(names)].map(async (name): Promise<[string, T]> => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact === undefined) throw new Error(`no fact is called ${name}`);
    return [name, await fact()];
  });
  return new Map(await Promise.all(asked));
};

/**
 * Fills a text of ours: `{{quote}}` by its fact, `{{#sandbox}}…{{/sandbox}}` stands where the condition holds and
 * `{{^sandbox}}…{{/sandbox}}` where it does not. Only what the text asks for is worked out.
 * @throws Error for a name that is not there: a text with a hole is never shown.
 */
export const fill = async (text: string, { words, conditions }: Facts): Promise<string> => {
  const named = (pattern: RegExp, group: number, from: string) =>
    [...from.matchAll(pattern)].map((match) => match[group] ?? '');
  const holds = await askFor(conditions, named(section, 2, text));
  const standing = text.replaceAll(section, (_, sign: string, name: string, inside: string) =>
    holds.get(name) === (sign === '#') ? inside : '',
  );
  const found = await askFor(words, named(place, 1, standing));
  const filled = standing.replaceAll(place, (_, name: string) => found.get(name) ?? '');
  if (/\{\{|\}\}/.test(filled)) throw new Error('a place in a text has no end');
  return filled;
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Plain text as HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? '');
