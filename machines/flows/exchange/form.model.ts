import type { AnyMachineSnapshot } from 'xstate';
import type { Money } from '../../../contract/money.ts';
import { noEntry, otherSide, set, typed, type Side } from '../../form/amount.ts';
import { emptyWalletAsked, formAsked, pairAsked, sampleForm, storageClosed } from '../../form/exchange.samples.ts';
import { currencyOf, limitsOf } from '../../form/quote.ts';
import { readAmount } from '../../form/read-amount.ts';
import { says, tells, tellsAtAmount, tellsFee, tellsLimits } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { scaleOf, shownPreview, shownProblem, type FormContext, type FormInput } from './form.context.ts';
import { formMachine } from './form.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as FormContext;
const title = ({ src, dst }: FormContext): Sight => ({ message: 'exchange.title', params: { src, dst } });
const amountOf = (context: FormContext, side: Side, amount: Money, approximate = false): Sight => ({
  amount,
  scale: scaleOf(context, side),
  ...(approximate ? { approximate } : {}),
});

/** Below an amount: how a doubtful one was read, else its limits, unless an error stands there. */
function help(snapshot: AnyMachineSnapshot, side: Side): Sight[] {
  const context = contextOf(snapshot);
  const { form, entry } = context;
  const isOwn = entry.side === side;
  if (!form || (isOwn && shownProblem(context, snapshot.hasTag('corrected')))) return [];
  const { code, scale } = currencyOf(form, side);
  const read = isOwn ? readAmount(entry.text, scale) : null;
  if (read && 'amount' in read && read.doubtful)
    return [
      { message: 'amount.read_as', params: { amount: { amount: { amount: read.amount, currency: code }, scale } } },
    ];
  return tellsLimits(form, side, entry);
}

/** What the form says before a digit is typed, and what it foretells after. */
function editing(snapshot: AnyMachineSnapshot): Sight[] {
  const context = contextOf(snapshot);
  const { form, entry } = context;
  if (!form) return [];
  const { available } = limitsOf(form, 'give');
  const preview = shownPreview(context);
  const follows = otherSide(entry.side);
  return [
    title(context),
    ...says('exchange.give', 'exchange.get', 'exchange.submit', 'exchange.part.all'),
    ...(available
      ? [
          {
            message: 'exchange.available',
            params: { amount: { amount: available, scale: currencyOf(form, 'give').scale } },
          },
        ]
      : []),
    ...help(snapshot, 'give'),
    ...help(snapshot, 'get'),
    {
      message: 'ui.rate.about',
      params: { from: form.src.code, rate: { rate: form.rate }, to: form.dst.code },
    },
    ...tellsFee(form, preview),
    ...says('exchange.rate', 'exchange.reserve'),
    amountOf(context, 'get', { amount: form.reserve, currency: form.dst.code }),
    ...(preview ? [amountOf(context, follows, preview[follows], true)] : []),
    ...tells(context.trouble),
    ...(snapshot.hasTag('form') && context.trouble?.code === 'pair_unavailable' ? says('exchange.another_pair') : []),
    ...tellsAtAmount(shownProblem(context, snapshot.hasTag('corrected'))),
  ];
}

const input = (changes: Partial<FormInput> = {}): FormInput => ({
  ...{
    account: 'A-1001',
    src: 'USD',
    dst: 'BTC',
    entry: noEntry,
    form: null,
    formPath: '',
    swapped: false,
    refused: null,
    trouble: null,
  },
  ...changes,
});
const known = { form: sampleForm, formPath: '/exchange/form/USD/BTC' };

const quoted = {
  give: { amount: '100.00', currency: 'USD' },
  get: { amount: '0.00200000', currency: 'BTC' },
  fee: { amount: '0.50', currency: 'USD' },
  rate: '0.00002',
};

/** Amounts that are typed: right, too small, too large, more than there is, unreadable, doubtful. */
const typedAmounts = [
  { side: 'give', value: '100,5' },
  { side: 'get', value: '0,005' },
  { side: 'give', value: '5' },
  { side: 'give', value: '1 200.40' },
  { side: 'give', value: '5000' },
  { side: 'give', value: '1,234' },
  { side: 'give', value: 'much' },
  { side: 'give', value: '' },
];

const formOutcomes = {
  'exchange.list': {
    done: { 'the pair': pairAsked, 'no pair': answered({ items: [] }) },
    error: { refused: refused('unknown_currency', 422), ...failures },
  },
  'exchange.form': {
    done: {
      'the form': formAsked,
      'the form of an empty wallet': emptyWalletAsked,
    },
    error: {
      refused: refused('pair_unavailable', 404),
      'no such pair': refused('invalid', 400),
      'the pair was closed': refused('pair_unavailable', 409),
      ...failures,
    },
  },
  'draft.read': {
    done: {
      'no draft': null,
      'a draft': { side: 'give', text: '250', byHand: true },
      'a draft that was confirmed': { side: 'give', text: '250', byHand: true, operation: 'opsample0000000000019' },
    },
    error: { 'storage is closed': storageClosed },
  },
};

export default defineModel({
  name: 'exchange form',
  title: { en: 'Form of an exchange', ru: 'Форма обмена' },
  machine: formMachine,
  view: 'exchange/form',
  inputs: {
    'from the list': input(),
    'from the home page': input({ entry: set('give', '100') }),
    'from the other side of the pair': input({ entry: typed('get', '100'), swapped: true }),
    'from the home page, with what it showed': input({ entry: set('give', '100'), quoted }),
    'back from the review': input({ ...known, entry: set('give', '100') }),
    'turned away': input({
      ...known,
      entry: set('give', '1200'),
      refused: { code: 'insufficient_funds', params: { available: '900.00' } },
    }),
    'turned away as a whole': input({ ...known, entry: set('give', '100'), trouble: { code: 'no_session' } }),
    'turned away from a pair that was closed': input({
      ...known,
      entry: set('give', '100'),
      trouble: { code: 'pair_unavailable' },
    }),
    'without a connection': input({ ...known, entry: set('give', '100'), trouble: { code: 'network' } }),
  },
  events: {
    'user.amount typed': typedAmounts,
    'user.part chosen': [{ value: '25' }, { value: '50' }, { value: '75' }, { value: 'all' }],
    'user.swapped': [{}],
    'user.submitted': [{}],
    'user.retried': [{}],
    'user.another pair wanted': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: formOutcomes,
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    return [
      context.trouble?.code ?? '',
      `${context.form?.available ?? ''} ${shownProblem(context, snapshot.hasTag('corrected'))?.code ?? (shownPreview(context) ? context.entry.side : 'nothing')}`,
    ];
  },
  called: () => ({
    give: { message: 'exchange.give' },
    get: { message: 'exchange.get' },
    all: { message: 'exchange.part.all' },
  }),
  eventWords: {
    'user.amount typed': { en: 'type an amount', ru: 'введите сумму' },
    'user.part chosen': { en: 'take a part of what is there', ru: 'возьмите часть доступного' },
    'user.swapped': { en: 'swap the sides', ru: 'поменяйте стороны' },
    'user.submitted': { en: 'ask for the terms', ru: 'запросите условия' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.another pair wanted': { en: 'go for another pair', ru: 'перейдите к другой паре' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    'loading.draft': {
      title: { en: 'The draft is read', ru: 'Читается черновик' },
      sees: (snapshot) => [title(contextOf(snapshot)), ...says('exchange.loading')],
    },
    'loading.pair': {
      title: { en: 'The pair is read', ru: 'Читается пара' },
      sees: (snapshot) => [title(contextOf(snapshot)), ...says('exchange.loading')],
    },
    'loading.form': {
      title: { en: 'Rate and limits are read', ru: 'Читаются курс и лимиты' },
      sees: (snapshot) => [title(contextOf(snapshot)), ...says('exchange.loading')],
    },
    unavailable: {
      title: { en: 'There is no such pair', ru: 'Такой пары нет' },
      sees: () => says('exchange.unavailable.title', 'exchange.unavailable.text', 'exchange.another_pair'),
    },
    unread: {
      title: { en: 'The form could not be read', ru: 'Форма не загрузилась' },
      sees: (snapshot) => [...says('exchange.unread.title', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    'editing.amount.typing': { title: { en: 'An amount is typed', ru: 'Вводится сумма' }, sees: editing },
    'editing.amount.corrected': {
      title: { en: 'The amount needs a correction', ru: 'Сумму нужно исправить' },
      sees: editing,
    },
    'editing.rate.fresh': {
      title: { en: 'the rate is fresh', ru: 'курс свежий' },
      sees: () => says('exchange.rate.fresh'),
    },
    'editing.rate.asking': {
      title: { en: 'the rate is read again', ru: 'курс обновляется' },
      sees: () => says('exchange.rate'),
    },
    'editing.rate.stale': {
      title: { en: 'the rate could not be read again', ru: 'курс не обновился' },
      sees: () => says('exchange.rate.stale', 'exchange.rate.refresh'),
    },
    asked: {
      title: { en: 'The amount is to be checked', ru: 'Сумма отправлена на расчёт' },
      unseen: 'the flow shows the operation by then',
    },
    swapped: {
      title: { en: 'The sides are swapped', ru: 'Стороны поменялись' },
      unseen: 'the flow shows the form of the other pair by then',
    },
  },
});
