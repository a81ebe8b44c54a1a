import { html, raw } from 'hono/html';
import { styleOf } from './style.ts';
import { telegramPeople } from './telegram-people.ts';

interface Page {
  locale: 'ru' | 'en';
  /** Where the person came from. */
  origin: string;
  /** The page itself, with all that it was asked. */
  here: string;
}

const words = {
  ru: {
    title: 'Вход через Telegram, песочница',
    note: 'Это проверочная страница вместо Telegram: люди выдуманные, и наружу ничего не уходит.',
    asks: 'Кто входит на этот сайт:',
    decline: 'Отказаться',
    language: 'In English',
  },
  en: {
    title: 'Sign-in with Telegram, sandbox',
    note: 'This is a test page in the place of Telegram: the people are made up, and nothing leaves this machine.',
    asks: 'Who signs in to this site:',
    decline: 'Decline',
    language: 'По-русски',
  },
} as const;

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 26rem }
  h1 { font-size: 1.375rem }
  strong { overflow-wrap: anywhere }
  form { display: grid; gap: .75rem; margin-block: 1.5rem }
  a { color: inherit }
  button {
    box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; color: inherit;
    border: 1px solid GrayText; border-radius: .5rem; background: transparent; font: inherit; cursor: pointer;
  }
  :focus-visible { outline: 2px solid Highlight; outline-offset: 2px }
`;
const styled = styleOf(style);

/** Its form goes to the page alone, and from there, by a redirect, back to whoever asked. */
export const telegramPolicy = (origin: string): string =>
  [
    `default-src 'none'`,
    `style-src ${styled.source}`,
    `form-action 'self' ${origin}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');

/** Who agrees, or that nobody does. */
export const telegramPage = ({ locale, origin, here }: Page) => {
  const say = words[locale];
  const other = locale === 'ru' ? 'en' : 'ru';
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${say.title}</title>
        ${raw(styled.tag)}
      </head>
      <body>
        <main>
          <h1>${say.title}</h1>
          <p>${say.note}</p>
          <p>${say.asks} <strong>${origin}</strong></p>
          <form method="post" action="${here}">
            ${telegramPeople.map(
              ({ id, first_name: first, last_name: last, username }) =>
                html`<button name="person" value="${id}">${first} ${last} @${username}</button>`,
            )}
            <button name="person" value="nobody">${say.decline}</button>
          </form>
          <p><a href="${here}&amp;lang=${other}" lang="${other}" hreflang="${other}">${say.language}</a></p>
        </main>
      </body>
    </html>`;
};
