/**
 * The floor: the packages of the first screen, each doing the one thing that the product needs it for, and nothing else.
 * One machine asks the server for its rates, a stream of answers feeds it, a router shows it, in two languages.
 */
import { useSelector } from '@xstate/react';
import i18next from 'i18next';
import { RefreshCw } from 'lucide-react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
import { filter, map, mergeMap, of, Subject, type Observable } from 'rxjs';
import { assign, createActor, fromEventObservable, fromPromise, setup, type ActorRefFrom } from 'xstate';
import * as z from 'zod/mini';

const answer = z.object({
  status: z.string(),
  items: z.optional(z.array(z.object({ code: z.string(), rate: z.string() }))),
});
type Answer = z.infer<typeof answer>;

const answers = new Subject<unknown>();

const news: Observable<{ type: 'signal.answer'; answer: Answer }> = answers.pipe(
  mergeMap((raw) => of(z.safeParse(answer, raw))),
  filter((parsed) => parsed.success),
  map((parsed) => ({ type: 'signal.answer', answer: parsed.data })),
);

const rates = setup({
  types: {
    context: {} as { items: NonNullable<Answer['items']> },
    events: {} as { type: 'signal.answer'; answer: Answer } | { type: 'user.asked again' },
  },
  actors: {
    'exchange.list': fromPromise(async ({ signal }) => {
      answers.next(await (await fetch('/api/exchange/list', { signal })).json());
    }),
    answers: fromEventObservable(() => news),
  },
  actions: {
    'keep the rates': assign({
      items: ({ context }, params: { answer: Answer }) => params.answer.items ?? context.items,
    }),
  },
  delays: { patience: 15_000 },
}).createMachine({
  initial: 'loading',
  context: { items: [] },
  invoke: { src: 'answers' },
  on: { 'signal.answer': { actions: { type: 'keep the rates', params: ({ event }) => event } } },
  states: {
    loading: {
      tags: 'busy',
      invoke: { src: 'exchange.list', onDone: 'ready', onError: 'failed' },
      after: { patience: 'failed' },
    },
    ready: { on: { 'user.asked again': 'loading' } },
    failed: { on: { 'user.asked again': 'loading' } },
  },
});

const Home = ({ actor }: { actor: ActorRefFrom<typeof rates> }) => {
  const { t, i18n } = useTranslation();
  const items = useSelector(actor, (snapshot) => snapshot.context.items);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <main aria-busy={busy}>
      <h1>{t('title')}</h1>
      <ul>
        {items.map(({ code, rate }) => (
          <li key={code}>{t('rate', { code, rate })}</li>
        ))}
      </ul>
      <button type="button" onClick={() => actor.send({ type: 'user.asked again' })}>
        <RefreshCw aria-hidden /> {t('again')}
      </button>
      <button type="button" onClick={() => void i18n.changeLanguage(i18n.language === 'ru' ? 'en' : 'ru')}>
        {t('language')}
      </button>
      <Link to="/login">{t('login')}</Link>
    </main>
  );
};

const ru = { title: 'Курсы', rate: '{{code}}: {{rate}}', again: 'Ещё раз', language: 'English', login: 'Войти' };
const en = { title: 'Rates', rate: '{{code}}: {{rate}}', again: 'Again', language: 'Русский', login: 'Sign in' };

void i18next.use(initReactI18next).init({
  lng: 'ru',
  keySeparator: false,
  nsSeparator: false,
  resources: { ru: { translation: ru }, en: { translation: en } },
});

const actor = createActor(rates).start();
const place = document.getElementById('app');
if (place)
  createRoot(place).render(
    <StrictMode>
      <I18nextProvider i18n={i18next}>
        <BrowserRouter>
          <Routes>
            <Route path="*" element={<Home actor={actor} />} />
          </Routes>
        </BrowserRouter>
      </I18nextProvider>
    </StrictMode>,
  );
