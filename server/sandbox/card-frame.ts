import { html } from 'hono/html';
import { framePage } from './frame-page.ts';

const words = {
  ru: {
    title: 'Карта для выплаты',
    number: 'Номер карты',
    use: 'Использовать карту',
    wrong_number: 'Такой карты нет: сверьте номер.',
    failed: 'Не получилось. Попробуйте ещё раз.',
    done: 'Карта принята.',
  },
  en: {
    title: 'Card to be paid to',
    number: 'Card number',
    use: 'Use this card',
    wrong_number: 'There is no such card: check the number.',
    failed: 'That did not work. Try again.',
    done: 'The card was accepted.',
  },
} as const;

/** As high as the frame that our form gives it; it stands on the form's own ground. */
const style = `
  :root { color-scheme: light dark; font: 1rem/1.25 system-ui, sans-serif }
  body { margin: 0; padding: 1rem; background: transparent }
  form { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem }
  label { display: grid; gap: .25rem; font-size: .875rem }
  button, input {
    box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem;
    border: 1px solid GrayText; border-radius: .5rem; background: transparent; color: inherit; font: inherit; font-size: 1rem;
  }
  button { border-color: #00666b; background: #00666b; color: #fff; font-weight: 600; cursor: pointer }
  [aria-invalid] { border-color: #c22; outline: 1px solid #c22 }
  :focus-visible { outline: 2px solid Highlight; outline-offset: 2px }
  output { min-height: 1.25rem; font-size: .875rem }
`;

/** The number lives in the fields until they are sent, once, to where the frame comes from; the page gets the token. */
const script = `
const form = document.querySelector('form');
const said = document.querySelector('output');
const { page } = form.dataset;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { number } = form.elements;
  number.removeAttribute('aria-invalid');
  let problem = 'failed';
  try {
    const body = JSON.stringify({ number: number.value });
    const answer = await fetch('/card/token', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const told = await answer.json();
    if (answer.ok) {
      form.reset();
      said.textContent = form.dataset.done;
      parent.postMessage(told, page);
      return;
    }
    problem = told.problem;
  } catch {}
  said.textContent = form.dataset[problem] ?? form.dataset.failed;
  if (problem === 'number') {
    number.setAttribute('aria-invalid', 'true');
    number.focus();
  }
});
parent.postMessage({ ready: true }, page);`;

const frame = framePage(style, script);
export const cardPolicy = frame.policy;

/** A card that money goes to: its number is all that it takes. `page`: the origin that is told the token, and no other. */
export const cardFrame = (page: string, locale: 'ru' | 'en') => {
  const say = words[locale];
  return frame.show(
    locale,
    say.title,
    html`<form
      aria-label="${say.title}"
      data-page="${page}"
      data-done="${say.done}"
      data-failed="${say.failed}"
      data-number="${say.wrong_number}"
      novalidate
    >
      <label
        >${say.number}
        <input name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" aria-describedby="said"
      /></label>
      <button>${say.use}</button>
      <output id="said" role="status"></output>
    </form>`,
  );
};
