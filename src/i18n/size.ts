/** A size in bytes as what it comes to, rounded up: `1 кБ`, `120 кБ`, `1,4 МБ`. */
export const formatSize = (bytes: number, locale: string): string => {
  const isLarge = bytes >= 1e6;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
    roundingMode: 'ceil',
  }).format(bytes / (isLarge ? 1e6 : 1e3));
};
