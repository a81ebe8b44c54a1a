import type { AnyMachineSnapshot } from 'xstate';
import { problemsOfFields } from '../../contract/fields/problem-of-field.ts';
import { noEntry, set, typed } from '../form/amount.ts';
import { storageClosed } from '../form/exchange.samples.ts';
import { dayBoundOf } from '../form/quote.ts';
import { says, tells } from '../form/sights.ts';
import { defineModel, type Asked, type Sample } from '../model.ts';
import { answered, at, failures, refused } from '../operation/operation.samples.ts';
import { formAsked, sampleForm, sampleMethods, wholeForm } from '../payment/payment.samples.ts';
import { wallets } from '../root/house.samples.ts';
import type { DescribedForm, Field } from '../../contract/payment.ts';
import {
  hasRate,
  nothingFilled,
  pairOf,
  shownPreview,
  shownProblem,
  type DescribedFormInput,
} from './described-form.context.ts';
import { describedFormMachine } from './described-form.machine.ts';
import { calledFields, calledSides, contextOf, editing, title, wrongNames } from './described-form.sights.ts';
import { otherLanguage, wordsOfLanguage } from '../words/words.samples.ts';

const input = (changes: Partial<DescribedFormInput> = {}): DescribedFormInput => ({
  ...nothingFilled,
  account: 'A-1001',
  kind: 'withdraw',
  method: 'bitcoin_btc',
  path: '',
  entry: noEntry,
  form: null,
  wrong: {},
  trouble: null,
  origins: ['https://pay.example.com'],
  ...changes,
});
const known = { form: sampleForm('withdraw'), path: '/withdraw/form/bitcoin_btc', entry: set('give', '0.1') };
const purchase = {
  kind: 'purchase',
  method: 'card_usd',
  form: sampleForm('purchase'),
  path: '/purchase/form/card_usd',
};
/** Nothing is taken for it. */
const free = { ...purchase.form, method: { ...purchase.form.method, fee: { percent: '0', minimum: '0' } } };
/** There is enough for an amount that may be read in two ways. */
const doubtful = {
  form: { ...known.form, available: '1.50000000' },
  path: known.path,
  entry: typed('give', '1,234'),
};
/** Of the day's limit a little is left, or nothing. */
const ofToday = (today: NonNullable<DescribedForm['today']>) => ({ ...known, form: { ...known.form, today } });
/** The house can pay out less than the method takes. */
const scarce = { ...sampleForm('purchase'), reserve: '0.05000000' };
const passport = { handle: 'file 1', name: 'passport.png', size: 120_000, media: 'image/png' };
const whole = { method: 'bank_eur', form: wholeForm, path: '/withdraw/form/bank_eur', entry: set('give', '100') };

/** A comment may be as long as it likes. */
const talkative = wholeForm.fields.map((field) => {
  const { longest: _longest, ...rest } = field;
  return field.kind === 'comment' ? rest : field;
});

const texts: Partial<Record<Field['kind'], string>> = {
  text: 'Grace Hopper',
  amount: '1 234,56',
  iban: 'de89 3704-0044 0532 0130 00',
  phone: '+442079460958',
  email: 'grace@example.com',
  crypto_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  select: 'one',
  comment: 'For the rent',
};
const isOf = (snapshot: AnyMachineSnapshot, kind: Field['kind']): Field[] =>
  contextOf(snapshot).form?.fields.filter((field) => field.kind === kind) ?? [];

/** One field after the other: the first that is still empty; and an IBAN that is changed where it begins. */
const nextText = (snapshot: AnyMachineSnapshot): Sample[] => {
  const { form, values } = contextOf(snapshot);
  const next = form?.fields.find(({ name, kind }) => texts[kind] !== undefined && !values[name]);
  const changed = isOf(snapshot, 'iban').filter(({ name }) => values[name]?.startsWith('DE89'));
  return [
    ...(next ? [{ field: next.name, value: texts[next.kind] }] : []),
    ...changed.map(({ name: field }) => ({ field, value: 'de88 3704 0044 0532 0130 00' })),
  ];
};

/** What the check says of the first fields of the form that is asked about: that nothing stands there, or too little. */
const checkedFields = ({ asker }: Asked) => (contextOf(asker).form?.fields ?? []).slice(0, 2);
const empty = (asked: Asked) => ({ fields: problemsOfFields(checkedFields(asked), {}) });
const tooShort = (asked: Asked) => ({
  fields: Object.fromEntries(checkedFields(asked).map(({ name }) => [name, 'too_short'])),
});
const read = ({ asker, input: asked }: Asked) =>
  contextOf(asker).method === 'bank_eur' ? answered(wholeForm) : formAsked({ asker, input: asked });
const listed = ({ asker }: Asked) => answered({ items: sampleMethods(contextOf(asker).kind as 'withdraw') });

const terms = (snapshot: AnyMachineSnapshot) =>
  says(hasRate(contextOf(snapshot)) ? 'exchange.rate.fresh' : 'payment.terms.fresh');

/** Why there is no form. */
const closed = (snapshot: AnyMachineSnapshot) => {
  const why = contextOf(snapshot).closed;
  return says(
    'payment.unavailable.title',
    why === '' ? 'payment.unavailable.text' : `method.closed.${why}`,
    'payment.another_method',
    ...(why === 'unverified' ? ['operation.verify'] : []),
  );
};

export default defineModel({
  name: 'described form',
  title: { en: 'Form that the server describes', ru: 'Форма, описанная сервером' },
  machine: describedFormMachine,
  view: 'described-form/described-form',
  inputs: {
    'from the address': input(),
    'from the list of methods': input({ path: '/withdraw/form/bitcoin_btc' }),
    'of a method that is closed': input({ method: 'bank_usd' }),
    'of a method that opens with verification': input({ method: 'bank_eur' }),
    'with every kind of field': input(whole),
    'with a card that nobody may ask for': input({ ...whole, origins: [] }),
    'with a rate that moves': input({ ...purchase, form: free }),
    'with a little left of the day': input({
      ...ofToday({ left: '0.05000000', verification: true }),
      entry: set('give', '0.01'),
    }),
    'with too little left of the day': input(ofToday({ left: '0.05000000', verification: true })),
    'with nothing left of the day': input({
      ...ofToday({ left: '0.00000000', again_at: '2026-01-11T09:30:00.000Z', verification: false }),
      entry: noEntry,
    }),
    'turned away as a whole, with every kind of field': input({
      ...whole,
      values: { invoice: '0,0000000000000000001' },
      trouble: { code: 'rate_limited', params: { seconds: 3 } },
    }),
    'turned away for the reserve': input({
      ...purchase,
      form: scarce,
      entry: set('give', '5000'),
      wrong: { amount: { code: 'reserve_too_low' } },
    }),
    'turned away in every field': input({
      ...whole,
      form: { ...wholeForm, fields: talkative },
      values: { recipient: 'G', iban: 'DE89 3704 0044 0532 0130 00', invoice: '1 234,56' },
      files: { document: passport },
      wrong: {
        amount: { code: 'not_positive' },
        recipient: { code: 'too_short', params: { minimum: 2 } },
        iban: { code: 'bad_iban' },
        card: { code: 'bad_card' },
        document: { code: 'bad_file' },
      },
    }),
    'turned away': input({
      ...whole,
      wrong: {
        amount: { code: 'insufficient_funds', params: { available: '50.00' } },
        iban: { code: 'bad_iban' },
      },
    }),
    'turned away as a whole': input({ ...doubtful, trouble: { code: 'no_session' } }),
    'without a connection': input({ ...known, trouble: { code: 'network' } }),
  },
  events: {
    'user.amount typed': [
      { side: 'give', value: '50,5' },
      { side: 'get', value: '0,005' },
      { side: 'give', value: '5000' },
      { side: 'give', value: '' },
    ],
    'user.part chosen': (snapshot) =>
      contextOf(snapshot).form?.available === undefined ? [] : [{ value: '25' }, { value: 'all' }],
    'user.saved recipient chosen': (snapshot) =>
      ['', ...(contextOf(snapshot).form?.recipients ?? []).map(({ id }) => id)]
        .map((value) => ({ value }))
        .filter(() => (contextOf(snapshot).form?.recipients ?? []).length > 0),
    'user.field filled': (snapshot) => nextText(snapshot),
    'user.file given': (snapshot) =>
      isOf(snapshot, 'file').map(({ name: field }) => ({
        ...{ field, value: passport.handle, name: passport.name, size: passport.size, media: passport.media },
      })),
    'user.file removed': (snapshot) => Object.keys(contextOf(snapshot).files).map((value) => ({ value })),
    'user.frame wanted again': [{}],
    'user.card removed': (snapshot) => (contextOf(snapshot).card ? [{}] : []),
    'user.submitted': [{}],
    'user.retried': [{}],
    'user.another method wanted': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'signal.wallets': [{ wallets, seq: 2 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    methods: {
      done: { 'the methods': listed, 'no methods': answered({ items: [] }) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    form: {
      done: {
        'the form': read,
        'the form of an empty wallet': (asked: Asked) => answered({ ...read(asked).payload, available: '0' }),
        'the form with another frame': (asked: Asked) =>
          answered({ ...read(asked).payload, card_frame: 'https://pay.example.com/another' }),
      },
      error: {
        refused: refused('method_unavailable', 409),
        'an address of no method': refused('bad_request', 400),
        'a method of another kind': refused('invalid', 422),
        ...failures,
      },
    },
    'draft.read': {
      done: {
        'no draft': null,
        'a draft': {
          side: 'give',
          text: '0.2',
          byHand: true,
          values: { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' },
        },
        'a draft that was confirmed': {
          side: 'give',
          text: '0.2',
          byHand: true,
          values: {},
          operation: 'opsample0000000000019',
        },
        'a draft of another shape': { values: 5 },
        'a draft that is no text throughout': { values: { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', memo: 5 } },
      },
      error: { 'storage is closed': storageClosed },
    },
    'page.life': { next: { 'the page is seen': { type: 'port.shown', at: at + 2_000 } as never } },
    'fields.check': {
      done: {
        'nothing is wrong': { fields: {} },
        'fields are empty': empty,
        'a field is too short': tooShort,
      },
      error: { 'the check did not come': { name: 'PortError', code: 'chunk_failed', message: 'not loaded' } },
    },
    'card.tokens': {
      next: {
        'the frame is there': { type: 'port.card frame ready' },
        'a card is given': {
          type: 'port.card given',
          card: { token: 'tok_Sample1Token1111', brand: 'Visa', last_four: '4242' },
        } as never,
      },
    },
  },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    return {
      trouble: context.trouble?.code ?? '',
      amount:
        shownProblem(context, snapshot.hasTag('corrected'))?.code ?? (shownPreview(context) ? context.entry.side : ''),
      wrong: wrongNames(context),
      bound: dayBoundOf(context.form && pairOf(context.form)),
      'a card is there': context.card !== null,
      'a file is there': Object.keys(context.files).length > 0,
      closed: context.closed,
    };
  },
  stopsOfState: 3,
  moments: 12_000,
  elsewhere: { 'user.file given': 'in the window where the browser lets a file be chosen' },
  called: (snapshot) => {
    const { kind, form } = contextOf(snapshot);
    return { ...calledFields(form?.fields ?? []), ...calledSides(kind) };
  },
  eventWords: {
    ...wordsOfLanguage,
    'user.amount typed': { en: 'type an amount', ru: 'введите сумму' },
    'user.part chosen': { en: 'take a part of what is there', ru: 'возьмите часть доступного' },
    'user.saved recipient chosen': { en: 'choose a saved recipient', ru: 'выберите сохранённого получателя' },
    'user.field filled': { en: 'fill a field', ru: 'заполните поле' },
    'user.file given': { en: 'give a file', ru: 'приложите файл' },
    'user.file removed': { en: 'take the file away', ru: 'уберите файл' },
    'user.card removed': { en: 'use another card', ru: 'укажите другую карту' },
    'user.frame wanted again': { en: 'ask for the card form again', ru: 'запросите форму карты ещё раз' },
    'user.submitted': { en: 'ask for the terms', ru: 'запросите условия' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.another method wanted': { en: 'go for another method', ru: 'перейдите к другому способу' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.card frame ready': { en: 'the card form is there', ru: 'форма карты загрузилась' },
    'port.card given': {
      en: 'a card is given in the frame of its provider',
      ru: 'карта указана в окне платёжной системы',
    },
  },
  states: {
    'loading.draft': {
      title: { en: 'The draft is read', ru: 'Читается черновик' },
      sees: (snapshot) => [title(contextOf(snapshot)), ...says('payment.loading')],
    },
    'loading.method': {
      title: { en: 'The method is looked for', ru: 'Ищется способ' },
      sees: (snapshot) => [title(contextOf(snapshot)), ...says('payment.loading')],
    },
    'loading.form': {
      title: { en: 'The form is read', ru: 'Читается форма' },
      sees: (snapshot) => [title(contextOf(snapshot)), ...says('payment.loading')],
    },
    'unavailable.told': { title: { en: 'The method cannot be used', ru: 'Способ недоступен' }, sees: closed },
    'unavailable.settled': {
      title: { en: 'The method could not be used a while ago', ru: 'Способ недавно был недоступен' },
      sees: closed,
    },
    'unavailable.looking': {
      title: { en: 'Whether the method can be used now', ru: 'Проверяется, доступен ли способ' },
      sees: closed,
    },
    unread: {
      title: { en: 'The form could not be read', ru: 'Форма не загрузилась' },
      sees: (snapshot) => [...says('payment.unread.title', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    'editing.filling.typing': { title: { en: 'The form is filled in', ru: 'Форма заполняется' }, sees: editing },
    'editing.filling.corrected': {
      title: { en: 'Something needs a correction', ru: 'Что-то нужно исправить' },
      sees: editing,
    },
    'editing.filling.checking': { title: { en: 'The fields are checked', ru: 'Поля проверяются' }, sees: editing },
    'editing.terms.fresh': {
      title: { en: 'the limits are fresh', ru: 'лимиты свежие' },
      sees: terms,
    },
    'editing.terms.settled': {
      title: { en: 'the limits were read a while ago', ru: 'лимиты загружены некоторое время назад' },
      sees: () => says('payment.terms.fresh'),
    },
    'editing.terms.soon': {
      title: { en: 'money has moved', ru: 'деньги переместились' },
      sees: terms,
    },
    'editing.terms.renewing': {
      title: { en: 'what is there is read again', ru: 'доступное перечитывается' },
      sees: terms,
    },
    'editing.terms.asking': {
      title: { en: 'rate and limits are read again', ru: 'курс и лимиты обновляются' },
      sees: terms,
    },
    'editing.terms.stale': {
      title: { en: 'rate and limits could not be read again', ru: 'курс и лимиты не обновились' },
      sees: (snapshot) =>
        says(hasRate(contextOf(snapshot)) ? 'exchange.rate.stale' : 'payment.terms.stale', 'payment.terms.refresh'),
    },
    'editing.handed.nothing': {
      title: { en: 'no card or file is given', ru: 'карты и файлов нет' },
      silent: 'what is given stands in its own field',
    },
    'editing.handed.something': {
      title: { en: 'a card or a file is given', ru: 'карта или файл выбраны' },
      silent: 'what is given stands in its own field',
    },
    'editing.card.unasked': {
      title: { en: 'no card is asked for now', ru: 'карта сейчас не запрашивается' },
      silent: 'the card stands in its field, or there is none in this form',
    },
    'editing.card.asked.awaited': {
      title: { en: 'the card form is on its way', ru: 'форма карты загружается' },
      sees: () => says('payment.card.loading'),
    },
    'editing.card.asked.missing': {
      title: { en: 'the card form did not come', ru: 'форма карты не загрузилась' },
      sees: () => says('payment.card.missing', 'form.retry'),
    },
    'editing.card.asked.ready': {
      title: { en: 'the card form is there', ru: 'форма карты на экране' },
      sees: () => ['payment.card.loading', 'payment.card.missing'].map((message) => ({ absent: { message } })),
    },
    asked: {
      title: { en: 'The form is to be checked', ru: 'Форма отправлена на расчёт' },
      unseen: 'the flow shows the operation by then',
    },
  },
});
