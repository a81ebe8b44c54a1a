/** Raises the letters A to Z and no others: what others become in capitals is not always one letter. */
export const inCapitals = (text: string): string => text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
