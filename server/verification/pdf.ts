/** Bytes before a stream in which its dictionary stands. */
const longestDictionary = 4_096;
/** Streams that are looked at, and pictures that a scan may have. */
const mostStreams = 2_000;
export const mostPages = 4;

/** Bytes without which nothing can be drawn, and before the end in which its mark stands. */
const leastOfPdf = 64;
const endOfPdf = 2_048;

/** It was not cut off: whoever makes one marks its end. What else is in it, nobody has looked at. */
export const isWholePdf = (content: Buffer): boolean =>
  content.length >= leastOfPdf && content.subarray(-endOfPdf).includes('%%EOF');

/** `/D#43T` is `/DCT`. */
const plainNames = (dictionary: string): string =>
  dictionary.replaceAll(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const isJpeg = (dictionary: string): boolean =>
  /\/Subtype\s*\/Image\b/.test(dictionary) && /\/Filter\s*(?:\[\s*)?\/DCTDecode/.test(dictionary);

/** Where the stream that begins at `from` ends: as it says itself where that is true, else where the word stands. */
const endOf = (text: string, dictionary: string, from: number): number => {
  const length = Number(/\/Length\s+(\d{1,8})(?!\s+\d+\s+R)/.exec(dictionary)?.[1] ?? -1);
  if (length > 0 && /^\s{0,2}endstream/.test(text.slice(from + length, from + length + 12))) return from + length;
  const end = text.indexOf('endstream', from);
  return end < 0 ? text.length : end;
};

/**
 * The pictures of a scan: streams of a PDF that are JPEG, in their order. Nothing else of it is read, and nothing else is
 * kept: no script, attachment, form, link, or note survives. A PDF that is locked, or drawn of anything else, has none.
 */
export const scansIn = (content: Buffer): Buffer[] => {
  const text = content.toString('latin1');
  if (/\/Encrypt\b/.test(text)) return [];
  const found: Buffer[] = [];
  let at = 0;
  for (let looked = 0; looked < mostStreams && found.length <= mostPages; looked += 1) {
    const start = text.indexOf('stream', at);
    if (start < 0) break;
    at = start + 'stream'.length;
    const before = text.slice(Math.max(0, start - longestDictionary), start);
    const dictionary = plainNames(before.slice(before.lastIndexOf(' obj') + 1));
    if (!/>>\s*$/.test(before) || !isJpeg(dictionary)) continue;
    const from = at + (text.startsWith('\r\n', at) ? 2 : 1);
    at = endOf(text, dictionary, from);
    found.push(content.subarray(from, at));
  }
  return found;
};
