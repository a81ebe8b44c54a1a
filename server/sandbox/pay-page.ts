import { html, raw } from 'hono/html';
import type { PaymentNews } from '../providers/news.ts';
import type { SandboxOrder } from './payments.ts';
import { styleOf } from './style.ts';

interface Page {
  order: SandboxOrder;
  /** As the screen of the shop writes it. */
  amount: string;
  locale: 'ru' | 'en';
  state: 'open' | 'over' | PaymentNews['status'];
  /** Where the browser goes back to. */
  back: string;
}

const words = {
  ru: {
    title: 'Оплата картой, песочница',
    note: 'Это проверочная страница оплаты: деньги ненастоящие, номер карты не нужен.',
    amount: 'К оплате',
    order: 'Заказ',
    until: 'Оплатить до',
    pay: 'Оплатить',
    decline: 'Отклонить, как банк',
    cancel: 'Отменить',
    back: 'Вернуться в магазин',
    language: 'In English',
    received: 'Оплата принята.',
    declined: 'Банк отклонил оплату.',
    cancelled: 'Оплата отменена.',
    over: 'Время на оплату вышло.',
  },
  en: {
    title: 'Card payment, sandbox',
    note: 'This is a test payment page: the money is not real and no card number is needed.',
    amount: 'To pay',
    order: 'Order',
    until: 'Pay by',
    pay: 'Pay',
    decline: 'Decline, as a bank would',
    cancel: 'Cancel',
    back: 'Back to the shop',
    language: 'По-русски',
    received: 'The payment was accepted.',
    declined: 'The bank declined the payment.',
    cancelled: 'The payment was cancelled.',
    over: 'The time to pay is over.',
  },
} as const;

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 26rem }
  h1 { font-size: 1.375rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem }
  dd { margin: 0; overflow-wrap: anywhere }
  a { color: inherit }
  form { display: grid; gap: .75rem; margin-block: 1.5rem }
  button, a { color: inherit }
  button {
    box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem;
    border: 1px solid GrayText; border-radius: .5rem; background: transparent; font: inherit; cursor: pointer;
  }
  button:first-of-type { border-color: #00666b; background: #00666b; color: #fff; font-weight: 600 }
  :focus-visible { outline: 2px solid Highlight; outline-offset: 2px }
`;
const styled = styleOf(style);

/** A form of the page goes to the page alone, and from there, by a redirect, back to ours. */
export const payPolicy = ({ back }: Pick<SandboxOrder, 'back'>): string =>
  [
    `default-src 'none'`,
    `style-src ${styled.source}`,
    `form-action 'self' ${new URL(back).origin}`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
  ].join('; ');

/** What is paid, and what can be done about it. */
export const payPage = ({ order, amount, locale, state, back }: Page) => {
  const say = words[locale];
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
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
          <dl>
            <dt>${say.amount}</dt>
            <dd><strong>${amount}</strong></dd>
            <dt>${say.order}</dt>
            <dd>${order.operation_id}</dd>
            <dt>${say.until}</dt>
            <dd><time datetime="${order.until}">${until.format(new Date(order.until))} UTC</time></dd>
          </dl>
          ${
            state === 'open'
              ? html`<form method="post" action="/pay/${order.token}">
                  <button name="answer" value="pay">${say.pay}</button>
                  <button name="answer" value="decline">${say.decline}</button>
                  <button name="answer" value="cancel">${say.cancel}</button>
                </form>`
              : html`<p role="status">${say[state]}</p>
                  <p><a href="${back}">${say.back}</a></p>`
          }
          <p><a href="/pay/${order.token}?lang=${other}" lang="${other}" hreflang="${other}">${say.language}</a></p>
        </main>
      </body>
    </html>`;
};
