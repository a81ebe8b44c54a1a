/**
 * An amount that was copied from a balance has the code of its currency beside it: in a field of that currency it says
 * nothing that is not said. The code of another one stays, and the field says that it is no amount.
 */
export const withoutCode = (text: string, currency: string): string =>
  // Before the currencies are known there is no code, and a space may stand between two groups.
  currency === ''
    ? text
    : text.replace(new RegExp(`^\\s*${currency}\\s?(?=[\\d.,])|(?<=[\\d.,])\\s?${currency}\\s*$`, 'i'), '');
