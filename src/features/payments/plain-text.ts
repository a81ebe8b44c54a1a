const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** `#39`, `#x27`: a character by its number; as it stands where there is no such character. */
function numbered(name: string): string {
  const code = Number(name.startsWith('#x') || name.startsWith('#X') ? `0${name.slice(1)}` : name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : `&${name};`;
}

/** What a notification says, without its markup: `<b>10</b> &amp; more` → `10 & more`. It is shown as text, so nothing in it acts. */
export const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&(amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#[xX][\da-fA-F]{1,6});/g,
      (_, name: string) => signs[name] ?? numbered(name),
    )
    .trim();
