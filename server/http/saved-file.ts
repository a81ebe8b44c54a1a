import { sql, type SelectQueryBuilder } from 'kysely';

/** Bytes of a kept file that are read at once: of a file of any length no more are in memory, nor is a connection held between two. */
const slice = 256 * 1024;

/** What an answer says of a kept file. */
interface Head {
  media: string;
  size: number;
  /** Its `Content-Disposition`. */
  saved: string;
}

/** Reads the bytes of a column from there on, counted from 0, of the one row that is found: a slice at the most. */
export const slicesOf =
  <Tables, Table extends keyof Tables>(row: SelectQueryBuilder<Tables, Table, object>, column: string) =>
  async (from: number): Promise<Buffer | undefined> => {
    const part = sql<Buffer>`substring(${sql.ref(column)} from ${from + 1}::integer for ${slice}::integer)`;
    return (await row.select(part.as('part')).$castTo<{ part: Buffer }>().executeTakeFirst())?.part;
  };

/** As a file to be saved, its name in RFC 8187's spelling, which takes any language. */
export const savedAs = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/**
 * To be saved and never shown in our origin, whatever is in it. `read` gives the bytes from there on, a slice at the most, and
 * asks once more who may have them; it is called when the bytes before have gone on. Of a file that is no longer there, or no
 * longer theirs, the answer breaks off.
 */
export const savedFile = (
  { media, size, saved }: Head,
  read: (from: number) => Promise<Buffer | undefined>,
): Response => {
  let from = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (from >= size) return controller.close();
        const part = await read(from);
        if (part === undefined || part.length === 0) throw new Error('a kept file is gone');
        from += part.length;
        controller.enqueue(part);
      },
    },
    // Nothing is read before it is asked for.
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'Content-Type': media,
      'Content-Length': String(size),
      'Content-Disposition': saved,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    },
  });
};
