/**
 * What a table program would take for a formula, at the start of a cell. Programs split at other signs than a comma as
 * well, a semicolon where the comma is decimal, and heed no quotes then; so each such sign may begin a cell.
 */
const formula = /(^|[;,|\t\r\n])("*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const blank = /^[\t\r\n]/;

/** How a language's table programs write: what stands between cells, and what within a number. */
export interface CsvStyle {
  separator: ',' | ';';
  point: '.' | ',';
}

export const csvStyles: Record<'ru' | 'en', CsvStyle> = {
  ru: { separator: ';', point: ',' },
  en: { separator: ',', point: '.' },
};

const number = { '.': /^-?\d+(\.\d+)?$/, ',': /^-?\d+(,\d+)?$/ };

/** A plain decimal, empty or not, as these programs read a number. */
export const csvNumber = (decimal: string, { point }: CsvStyle): string => decimal.replace('.', point);

/**
 * One cell: what could be a formula has an apostrophe before it, so that it is read as text; a plain number, negative
 * or not, stays a number. Quoted where its characters need it.
 */
export const csvCell = (text: string, { point }: CsvStyle): string => {
  if (number[point].test(text)) return text;
  const safe = text.replaceAll(formula, "$1$2'").replace(blank, "'$&");
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a table, ended as RFC 4180 ends it. */
export const csvLine = (cells: string[], style: CsvStyle): string =>
  `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`;
