import type { AnyMachineSnapshot } from 'xstate';
import { longestComment } from '../../../contract/calls/transfer.ts';
import type { Money } from '../../../contract/money.ts';
import { noEntry, otherSide, set, typed, type Side } from '../../form/amount.ts';
import { storageClosed } from '../../form/exchange.samples.ts';
import { dayBoundOf, limitsOf } from '../../form/quote.ts';
import { readAmount } from '../../form/read-amount.ts';
import { says, tells, tellsAtAmount, tellsFee, tellsLimits } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { wallets } from '../../root/house.samples.ts';
import {
  commentLength,
  nothing,
  quoteFormOf,
  shownPreview,
  shownProblems,
  type FormContext,
  type FormInput,
} from './form.context.ts';
import { transferFormMachine } from './form.machine.ts';
import { draftOfTransfer, formTold, noWallets, sampleTransferForm } from './transfer.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as FormContext;

/** What the form says before a digit is typed, and what it foretells after. */
function editing(snapshot: AnyMachineSnapshot): Sight[] {
  const context = contextOf(snapshot);
  const { filled, trouble, form } = context;
  const quote = quoteFormOf(context);
  if (!quote || !form) return [];
  const { scale } = quote.src;
  const shown = shownProblems(context, snapshot.hasTag('corrected'));
  const preview = shownPreview(context);
  const sight = (amount: Money) => ({ amount, scale });
  const limits = (side: Side): Sight[] => {
    if (side === filled.entry.side && shown.amount) return [];
    const read = side === filled.entry.side ? readAmount(filled.entry.text, scale) : null;
    if (read && 'amount' in read && read.doubtful)
      return [
        { message: 'amount.read_as', params: { amount: sight({ amount: read.amount, currency: quote.src.code }) } },
      ];
    return tellsLimits(quote, side, filled.entry);
  };
  const { available } = limitsOf(quote, 'give');
  return [
    ...says(
      'transfer.title',
      'transfer.to',
      'transfer.wallet',
      'operation.give.transfer',
      'operation.get.transfer',
      'transfer.comment',
      'transfer.submit',
    ),
    ...(form.recent.length > 0 ? says('transfer.recent') : [{ absent: { message: 'transfer.recent' } }]),
    ...form.recent.map(({ name }) => ({ text: name })),
    ...(available ? [{ message: 'exchange.available', params: { amount: sight(available) } }] : []),
    ...limits('give'),
    ...limits('get'),
    ...tellsFee(quote, preview),
    ...(preview ? [{ ...sight(preview[otherSide(filled.entry.side)]), approximate: true }] : []),
    ...(shown.to ? [] : says('transfer.to.help')),
    ...(shown.comment
      ? []
      : [{ message: 'transfer.comment.left', params: { count: longestComment - commentLength(context) } }]),
    ...tells(trouble),
    ...tells(shown.to ?? null),
    ...tellsAtAmount(shown.amount ?? null, quote.today),
    ...tells(shown.comment ?? null),
  ];
}

const input = (changes: Partial<FormInput> = {}): FormInput => ({
  ...{ account: 'A-1001', filled: nothing, form: null, refused: {}, trouble: null },
  ...changes,
});
const filled = { to: 'A-2002', currency: 'USD', entry: set('give', '100'), comment: 'Lunch' };
const known = { form: sampleTransferForm, filled };
const [inUsd, inBtc] = sampleTransferForm.wallets;
/** Of the day's limit a little is left, or nothing. */
const ofToday = (today: NonNullable<typeof inUsd>['today']) => ({
  form: { ...sampleTransferForm, wallets: [{ ...inUsd!, today }, inBtc!] },
  filled,
});
/** The first transfer of all, of an amount that may be read in two ways. */
const first = {
  form: { wallets: [inUsd!, { ...inBtc!, available: '5.00000000', maximum: '2.00000000' }], recent: [] },
  filled: { ...filled, currency: 'BTC', entry: typed('give', '1,234') },
};

export default defineModel({
  name: 'transfer form',
  title: { en: 'Form of a transfer', ru: 'Форма перевода' },
  machine: transferFormMachine,
  view: 'transfer/form',
  inputs: {
    empty: input(),
    'to be repeated': input({ filled }),
    'back from the review': input(known),
    'with a little left of the day': input(ofToday({ left: '400.00', verification: true })),
    'with too little left of the day': input(ofToday({ left: '40.00', verification: true })),
    'with nothing left of the day': input({
      ...ofToday({ left: '0.00', again_at: '2026-01-11T09:30:00.000Z', verification: false }),
      filled: { ...filled, entry: noEntry },
    }),
    'turned away': input({
      ...known,
      refused: { to: { code: 'own_account' }, amount: { code: 'insufficient_funds', params: { available: '20.00' } } },
    }),
    'turned away by the wallet': input({
      ...known,
      filled: { ...filled, entry: set('give', '2000') },
      refused: { to: { code: 'recipient_not_found' }, amount: { code: 'insufficient_funds' } },
    }),
    'turned away by what another page has taken': input({
      ...known,
      refused: { amount: { code: 'insufficient_funds' }, comment: { code: 'too_long' } },
    }),
    'turned away for something else': input({ ...known, refused: { amount: { code: 'not_positive' } } }),
    'to be repeated from another wallet': input({ filled: { ...filled, currency: 'BTC' } }),
    'without a connection': input({ ...first, trouble: { code: 'network' } }),
  },
  events: {
    'user.recipient typed': [{ value: 'anna@example.com' }, { value: '' }],
    'user.recipient chosen': (snapshot) =>
      (contextOf(snapshot).form?.recent ?? []).slice(0, 1).map(({ to }) => ({ value: to })),
    'user.currency chosen': [{ value: 'BTC' }],
    'user.amount typed': [
      { side: 'give', value: '100,5' },
      { side: 'get', value: '50' },
      { side: 'give', value: '50000' },
    ],
    'user.part chosen': [{ value: '25' }, { value: '50' }, { value: '75' }, { value: 'all' }],
    'user.comment typed': [
      { value: 'Lunch' },
      { value: 'y'.repeat(longestComment) },
      { value: 'y'.repeat(longestComment + 1) },
    ],
    'user.submitted': [{}],
    'user.retried': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'signal.wallets': [{ wallets, seq: 2 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'transfer.form': {
      done: {
        'the form': formTold,
        'the first wallet is empty': answered({
          ...sampleTransferForm,
          wallets: sampleTransferForm.wallets.toReversed(),
        }),
        'every wallet is empty': answered({
          ...sampleTransferForm,
          wallets: sampleTransferForm.wallets.map((wallet) => ({ ...wallet, available: '0' })),
        }),
        'no wallet': noWallets,
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'page.life': { next: { 'the page is seen': { type: 'port.shown', at: at + 2_000 } as never } },
    'draft.read': {
      done: {
        'no draft': null,
        'a draft': draftOfTransfer,
        'a draft that was confirmed': { ...draftOfTransfer, operation: 'opsample0000000000019' },
        'a draft that nobody typed': { to: 'x'.repeat(300), currency: 'USD'.repeat(5), comment: 'y'.repeat(1_000) },
      },
      error: { 'storage is closed': storageClosed },
    },
  },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    const shown = shownProblems(context, snapshot.hasTag('corrected'));
    return [
      context.trouble?.code ?? '',
      Object.entries(shown).map(([field, { code }]) => `${field} ${code}`),
      shownPreview(context) ? context.filled.entry.side : '',
      context.filled.currency,
      dayBoundOf(quoteFormOf(context)),
    ];
  },
  stopsOfState: 4,
  called: () => ({
    give: { message: 'operation.give.transfer' },
    get: { message: 'operation.get.transfer' },
    all: { message: 'exchange.part.all' },
  }),
  eventWords: {
    'user.recipient typed': { en: 'type the recipient', ru: 'введите получателя' },
    'user.recipient chosen': { en: 'choose a recent recipient', ru: 'выберите недавнего получателя' },
    'user.currency chosen': { en: 'choose a wallet', ru: 'выберите кошелёк' },
    'user.amount typed': { en: 'type an amount', ru: 'введите сумму' },
    'user.part chosen': { en: 'take a part of what is there', ru: 'возьмите часть доступного' },
    'user.comment typed': { en: 'type a comment', ru: 'введите комментарий' },
    'user.submitted': { en: 'ask for the terms', ru: 'запросите условия' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
  },
  states: {
    'loading.draft': {
      title: { en: 'The draft is read', ru: 'Читается черновик' },
      sees: () => says('transfer.title', 'transfer.loading'),
    },
    'loading.form': {
      title: { en: 'Wallets and limits are read', ru: 'Читаются кошельки и лимиты' },
      sees: () => says('transfer.title', 'transfer.loading'),
    },
    empty: {
      title: { en: 'There is no wallet to send from', ru: 'Переводить не с чего' },
      sees: () => says('transfer.empty.title', 'transfer.empty.text', 'form.retry'),
    },
    unread: {
      title: { en: 'The form could not be read', ru: 'Форма не загрузилась' },
      sees: (snapshot) => [...says('transfer.unread.title', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    'editing.filling.typing': { title: { en: 'A transfer is filled in', ru: 'Заполняется перевод' }, sees: editing },
    'editing.filling.corrected': {
      title: { en: 'Something needs a correction', ru: 'Нужно исправить' },
      sees: editing,
    },
    ...Object.fromEntries(
      Object.entries({
        fresh: { en: 'the limits are fresh', ru: 'лимиты свежие' },
        settled: { en: 'the limits were read a while ago', ru: 'лимиты загружены некоторое время назад' },
        soon: { en: 'money has moved', ru: 'деньги переместились' },
        renewing: { en: 'what is there is read again', ru: 'доступное перечитывается' },
      }).map(([state, title]) => [`editing.terms.${state}`, { title, silent: 'it is read where it stands' }]),
    ),
    asked: {
      title: { en: 'The transfer is to be checked', ru: 'Перевод отправлен на расчёт' },
      unseen: 'the flow shows the operation by then',
    },
  },
});
