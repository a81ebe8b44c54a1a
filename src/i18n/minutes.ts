/** Minutes as what they come to: `5 мин`, `2 ч`, `2 дн.`. */
const inWords = (minutes: number, locale: string, small: boolean): { value: number; text: string; unit: string } => {
  const [value, unit] =
    small || minutes < 60 || minutes % 60 !== 0
      ? [minutes, 'minute']
      : minutes < 1_440 || minutes % 1_440 !== 0
        ? [minutes / 60, 'hour']
        : [minutes / 1_440, 'day'];
  const text = new Intl.NumberFormat(locale, { style: 'unit', unit: String(unit), unitDisplay: 'short' }).format(
    Number(value),
  );
  return { value: Number(value), text, unit: String(unit) };
};

/** From and to, in minutes: `1–60 мин` while both are counted so, else `1 ч – 2 дн.`; one of them where they are equal. */
export function formatMinutes({ from, to }: { from: number; to: number }, locale: string): string {
  const isShort = to < 120;
  const [least, most] = [inWords(from, locale, isShort), inWords(to, locale, isShort)];
  if (from === to) return most.text;
  return least.unit === most.unit ? `${least.value}–${most.text}` : `${least.text} – ${most.text}`;
}
