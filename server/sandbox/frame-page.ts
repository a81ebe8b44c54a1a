import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { styleOf } from './style.ts';

type Html = ReturnType<typeof html>;

/** A page with one style and one script of its own, for a frame of ours. `page`: the origin that it stands on, and no other. */
export const framePage = (style: string, script: string) => {
  const styled = styleOf(style);
  const scriptTag = `<script type="module">${script}</script>`;
  const scriptSource = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  return {
    /** The frame stands on one page and speaks to its own origin. */
    policy: (page: string): string =>
      [
        `default-src 'none'`,
        `style-src ${styled.source}`,
        `script-src ${scriptSource}`,
        `connect-src 'self'`,
        `form-action 'none'`,
        `frame-ancestors ${page}`,
        `base-uri 'none'`,
      ].join('; '),

    /** The whole document around what its script works on. */
    show: (locale: 'ru' | 'en', title: string, body: Html): Html =>
      html`<!doctype html>
        <html lang="${locale}">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <title>${title}</title>
            ${raw(styled.tag)}
          </head>
          <body>
            ${body} ${raw(scriptTag)}
          </body>
        </html>`,
  };
};
