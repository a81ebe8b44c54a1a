import { html } from 'hono/html';
import { added } from '../../contract/limits.ts';
import { framePage } from './frame-page.ts';

const words = {
  ru: {
    title: 'Реквизиты карты',
    number: 'Номер',
    expires: 'Действует до',
    code: 'Код безопасности',
    asking: 'Получаем реквизиты…',
    hidden: 'Реквизиты скрыты.',
    refused: 'Этот показ уже использован или его время вышло. Запросите новый код.',
  },
  en: {
    title: 'Card details',
    number: 'Number',
    expires: 'Good until',
    code: 'Security code',
    asking: 'Fetching the details…',
    hidden: 'The details are hidden.',
    refused: 'This look was used already, or its time is over. Ask for another code.',
  },
} as const;

const style = `
  :root { color-scheme: light dark; font: 1rem/1.25 system-ui, sans-serif }
  body { margin: 0; padding: .75rem 1rem; background: transparent }
  dl { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .5rem 1rem; margin: 0 }
  div:first-child { grid-column: 1 / -1 }
  dt { font-size: .875rem }
  dd { margin: 0; font-size: 1.125rem; font-variant-numeric: tabular-nums; user-select: all }
  p { margin: 0 }
  [hidden] { display: none }
`;

/**
 * The token stands behind the #, which no server is sent, and is taken out of the address at once. What it brings lives in
 * the page until its time is over, the page is hidden, or the frame goes.
 */
const script = `
const list = document.querySelector('dl');
const said = document.querySelector('p');
const { page, hidden, refused, life } = list.dataset;
const token = location.hash.slice(1);
history.replaceState(null, '', location.pathname + location.search);
const say = (text) => { said.textContent = text; said.hidden = false; };
const forget = () => {
  if (list.hidden) return;
  for (const place of list.querySelectorAll('dd')) place.textContent = '';
  list.hidden = true;
  say(hidden);
};
document.addEventListener('visibilitychange', () => document.hidden && forget());
addEventListener('pagehide', forget);
try {
  const answer = await fetch('/issuer/look', {
    method: 'POST', body: JSON.stringify({ token }), headers: { 'content-type': 'application/json' }, cache: 'no-store',
  });
  if (!answer.ok) throw new Error();
  const told = await answer.json();
  list.querySelector('.number').textContent = told.number.replace(/(.{4})(?=.)/g, '$1 ');
  list.querySelector('.expires').textContent = told.expires.slice(5) + '/' + told.expires.slice(2, 4);
  list.querySelector('.code').textContent = told.code;
  said.hidden = true;
  list.hidden = false;
  setTimeout(forget, Number(life));
} catch { say(refused); }
parent.postMessage({ ready: true }, page);`;

const frame = framePage(style, script);
export const issuerPolicy = frame.policy;

/** Shows a number to whoever brings a token; `page` is told that it is there, and nothing of what it shows. */
export const issuerFrame = (page: string, locale: 'ru' | 'en') => {
  const say = words[locale];
  return frame.show(
    locale,
    say.title,
    html`<p role="status">${say.asking}</p>
      <dl
        hidden
        data-page="${page}"
        data-hidden="${say.hidden}"
        data-refused="${say.refused}"
        data-life="${added.shown}"
      >
        <div>
          <dt>${say.number}</dt>
          <dd class="number"></dd>
        </div>
        <div>
          <dt>${say.expires}</dt>
          <dd class="expires"></dd>
        </div>
        <div>
          <dt>${say.code}</dt>
          <dd class="code"></dd>
        </div>
      </dl>`,
  );
};
