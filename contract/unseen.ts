/** Signs of which nobody sees anything come along with what is copied: messengers, documents and lists of contacts put them around it. */
export const withoutUnseen = (text: string): string => text.replaceAll(/\p{Cf}/gu, '');

/** Whether nobody sees a sign in it: it would make two of what looks like one. A line break is seen. */
export const hasUnseen = (text: string): boolean => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u.test(text);
