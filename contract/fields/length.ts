/** How long a text is in characters, as code points: one of them may have two UTF-16 units. */
export const lengthOf = (text: string): number => Array.from(text).length;
