import { html } from 'hono/html';

export type Html = Awaited<ReturnType<typeof html>>;

/** A whole document for this machine alone. A form in it tells where it comes from: by that it is known as ours. */
export const plainPage = (title: string, content: Html | Promise<Html>): Promise<Html> =>
  Promise.resolve(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="referrer" content="same-origin" />
        <title>${title}</title>
        <h1>${title}</h1>
        ${content}
      </html>`,
  );
