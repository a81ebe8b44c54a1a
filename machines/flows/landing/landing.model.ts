import type { AnyMachineSnapshot } from 'xstate';
import type { ExchangeAsk } from '../../../contract/calls/exchange.ts';
import { samplePairs, samplePlace } from '../../form/exchange.samples.ts';
import { limitScale } from '../../form/limit-scale.ts';
import { says, tells } from '../../form/sights.ts';
import type { Place } from '../../root/events.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { currencyOf, getChoices, giveChoices, pairOf, shownProblem, type LandingContext } from './landing.context.ts';
import { landingMachine } from './landing.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as LandingContext;
const here = samplePlace('index', '/');
const input = (account: string | null, why?: Place['why']) => ({
  place: { ...here, ...(why && { why }) },
  ...{ account, site: null, email: null },
});

/** Why they are here and nowhere else, above whatever is shown. */
const notice = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { why } = contextOf(snapshot);
  if (why === null) return [];
  return says(why === 'elsewhere' ? 'landing.elsewhere' : why === 'visitor' ? 'landing.members' : 'landing.put_off');
};

/** The same question, the same quote: in the currencies that were asked about. */
const quote = ({ input: asked }: Asked) => {
  const { src, dst } = (asked as { body: ExchangeAsk }).body;
  const amount = (code: string) => (code === 'BTC' ? '0.00105600' : '99.50');
  return answered({
    give: { amount: src === 'BTC' ? '0.00110000' : '100.00', currency: src },
    get: { amount: amount(dst), currency: dst },
    fee: { amount: src === 'BTC' ? '0.00000550' : '0.50', currency: src },
    rate: '0.00001061306533',
  });
};

/** Below what is given, unless something stands there against the amount. */
const limits = (snapshot: AnyMachineSnapshot): Sight[] => {
  const context = contextOf(snapshot);
  const pair = pairOf(context);
  const problem =
    shownProblem(context, snapshot.hasTag('corrected')) ??
    (snapshot.can({ type: 'user.retried' }) ? null : context.trouble);
  if (pair?.minimum === undefined || pair.maximum === undefined) return [];
  if (context.entry.side === 'give' && problem) return [];
  const { src, minimum, maximum } = pair;
  const scale = limitScale(src);
  return [
    {
      message: 'exchange.limits',
      params: {
        minimum: { decimal: minimum, scale },
        maximum: { amount: { amount: maximum, currency: src.code }, scale },
      },
    },
  ];
};

const form = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { quote: terms, ...context } = contextOf(snapshot);
  const { src, dst, account } = context;
  const scaleOf = (side: 'give' | 'get') => currencyOf({ ...context, quote: terms }, side)?.scale ?? 0;
  return [
    ...notice(snapshot),
    ...says('landing.title', 'landing.text', 'landing.give', 'landing.get', 'landing.submit'),
    ...says('landing.fee', 'landing.rate', 'ui.landing.total', 'ui.landing.rates'),
    ...(account === null ? says('landing.after') : []),
    ...(terms
      ? [
          { amount: terms.give, scale: scaleOf('give'), approximate: context.entry.side === 'get' },
          { amount: terms.get, scale: scaleOf('get'), approximate: context.entry.side === 'give' },
          { amount: terms.fee, scale: scaleOf('give'), approximate: true },
          { message: 'ui.rate.about', params: { from: src, rate: { rate: terms.rate }, to: dst } },
        ]
      : []),
    ...limits(snapshot),
    ...tells(shownProblem(contextOf(snapshot), snapshot.hasTag('corrected'))),
  ];
};

export default defineModel({
  name: 'landing',
  title: { en: 'Home page', ru: 'Главная страница' },
  machine: landingMachine,
  view: 'landing/landing',
  inputs: {
    'a visitor': input(null),
    'a signed-in person': input('A-1001'),
    'who signed out in another tab': input(null, 'elsewhere'),
  },
  events: {
    'user.amount typed': [
      { side: 'give', value: '250,5' },
      { side: 'get', value: '0.005' },
      { side: 'give', value: '1,234' },
      { side: 'give', value: '' },
      { side: 'give', value: '0.0000000001' },
    ],
    'user.give chosen': (snapshot) => giveChoices(contextOf(snapshot)).map(({ code }) => ({ value: code })),
    'user.get chosen': (snapshot) => getChoices(contextOf(snapshot)).map(({ code }) => ({ value: code })),
    'user.swapped': [{}],
    'user.submitted': [{}],
    'user.retried': [{}],
    'house.arrived': [{ place: { ...here, why: 'visitor' } }, { place: { ...here, why: 'put off' } }, { place: here }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'exchange.list': {
      done: {
        'three pairs': answered({ items: samplePairs }),
        'no pairs': answered({ items: [] }),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'exchange.landing': {
      done: { 'a quote': quote },
      error: {
        'too little': refused('below_minimum', 422, {
          fields: { amount: 'below_minimum' },
          params: { minimum: '10.00', currency: 'USD' },
        }),
        'a field': refused('invalid', 422, {
          fields: { amount: 'below_minimum' },
          params: { minimum: '10.00', currency: 'USD' },
        }),
        refused: refused('rate_limited', 429, { retryAfter: 3 }),
        ...failures,
      },
    },
    'page.life': {
      next: {
        'the page is hidden': { type: 'port.hidden', at: at + 1_000 },
        'the page is seen': { type: 'port.shown', at: at + 2_000 },
      },
    },
  },
  unreachable: {
    'quoting.quote.resting & quoting.rates.reading':
      'the rates are read while somebody looks, and then the quote is too',
  },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    return [
      context.trouble?.code ?? '',
      shownProblem(context, snapshot.hasTag('corrected'))?.code ?? '',
      context.quote !== null,
      context.isSeen ? '' : 'unseen',
    ];
  },
  called: () => ({ give: { message: 'landing.give' }, get: { message: 'landing.get' } }),
  eventWords: {
    'user.amount typed': { en: 'type an amount', ru: 'введите сумму' },
    'user.give chosen': { en: 'choose what to give', ru: 'выберите, что отдать' },
    'user.get chosen': { en: 'choose what to get', ru: 'выберите, что получить' },
    'user.swapped': { en: 'swap the sides', ru: 'поменяйте стороны' },
    'user.submitted': { en: 'go for the exchange', ru: 'перейдите к обмену' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'house.arrived': { en: 'a guard leads them here', ru: 'страница закрыта для гостя, и он попадает сюда' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  mayRepeat: { 'exchange.landing': 'it reads rates and moves nothing' },
  states: {
    loading: {
      title: { en: 'The currencies are read', ru: 'Валюты загружаются' },
      sees: (snapshot) => [...notice(snapshot), ...says('landing.title', 'landing.loading')],
    },
    failed: {
      title: { en: 'The currencies could not be read', ru: 'Валюты не загрузились' },
      sees: (snapshot) => [
        ...notice(snapshot),
        ...says('landing.title', 'landing.failed.title', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    closed: {
      title: { en: 'There is nothing to exchange', ru: 'Обменивать нечего' },
      sees: (snapshot) => [
        ...notice(snapshot),
        ...says('landing.title', 'landing.closed.title', 'landing.closed.text', 'form.retry'),
      ],
    },
    'quoting.quote.unread': {
      title: { en: 'The amount cannot be read yet', ru: 'Сумма пока не читается' },
      sees: form,
    },
    'quoting.quote.corrected': {
      title: { en: 'The amount needs a correction', ru: 'Сумму нужно исправить' },
      sees: form,
    },
    'quoting.quote.settling': {
      title: { en: 'The amount was just typed', ru: 'Сумма только что введена' },
      sees: form,
    },
    'quoting.quote.asking': { title: { en: 'The quote is asked for', ru: 'Курс запрошен' }, sees: form },
    'quoting.quote.answered.quoted': {
      title: { en: 'The quote', ru: 'Курс и сумма' },
      sees: form,
    },
    'quoting.quote.answered.refused': {
      title: { en: 'This amount is not exchanged', ru: 'Такая сумма не обменивается' },
      sees: (snapshot) => [...form(snapshot), ...tells(contextOf(snapshot).trouble)],
    },
    'quoting.quote.unanswered': {
      title: { en: 'The quote did not come', ru: 'Курс не пришёл' },
      sees: (snapshot) => [
        ...form(snapshot),
        ...says('landing.unanswered.title', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'quoting.quote.resting': { title: { en: 'Nobody looks at the quote', ru: 'На курс никто не смотрит' }, sees: form },
    'quoting.rates.fresh': { title: { en: 'the rates are fresh', ru: 'курсы свежие' }, sees: form },
    'quoting.rates.reading': { title: { en: 'the rates are read again', ru: 'курсы читаются ещё раз' }, sees: form },
    'quoting.rates.resting': { title: { en: 'nobody looks at them', ru: 'на них никто не смотрит' }, sees: form },
  },
});
