import type { AnyMachineSnapshot } from 'xstate';
import { problemsOfFields } from '../../../contract/fields/problem-of-field.ts';
import type { CardOrderForm } from '../../../contract/card.ts';
import { calledFields } from '../../described-form/described-form.sights.ts';
import { storageClosed } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Asked, type Sample, type Sight } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { plasticForm, sampleAddress, virtualForm } from '../../bank-card/bank-card.samples.ts';
import { offerSights } from '../../bank-card/bank-card.sights.ts';
import { isShort, type CardFormContext, type CardFormInput } from './form.context.ts';
import { cardFormMachine } from './form.machine.ts';
import { otherLanguage, wordsOfLanguage } from '../../words/words.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as CardFormContext;
const input = (changes: Partial<CardFormInput> = {}): CardFormInput => ({
  ...{ account: 'A-1001', offer: 'plastic_usd', form: null, values: {}, wrong: {}, trouble: null },
  ...changes,
});

const isVirtual = ({ asker }: Asked): boolean => contextOf(asker).offer === virtualForm.offer.id;
const told =
  (changes: Partial<CardOrderForm> = {}) =>
  (asked: Asked) =>
    answered({ ...(isVirtual(asked) ? virtualForm : plasticForm), ...changes });
const closed = (why: 'unverified' | 'paused' | 'enough') => (asked: Asked) => {
  const { payload } = told()(asked);
  return answered({ ...payload, offer: { ...payload.offer, closed: why } });
};

/** One field after the other: the first that is still empty; and one that may be changed. */
const nextText = (snapshot: AnyMachineSnapshot): Sample[] => {
  const { form, values } = contextOf(snapshot);
  const next = form?.fields.find(({ name }) => !values[name]);
  return [
    ...(next ? [{ field: next.name, value: sampleAddress[next.name] }] : []),
    ...(values['city'] === 'Berlin' ? [{ field: 'city', value: 'Hamburg' }] : []),
  ];
};

/** What the check says: of those that are needed, which nobody has filled. */
export const emptyOnes = ({ input: asked }: Asked) => {
  const { fields, values } = asked as { fields: CardOrderForm['fields']; values: Record<string, string> };
  return { fields: problemsOfFields(fields, values) };
};

const head = (snapshot: AnyMachineSnapshot): Sight[] =>
  contextOf(snapshot).form
    ? says('card_order.title', 'card_order.step.fill', 'card_order.step.review', 'card_order.step.make')
    : says('card_order.title');

const editing = (snapshot: AnyMachineSnapshot): Sight[] => {
  const context = contextOf(snapshot);
  const { form, wrong, trouble } = context;
  if (!form) return [];
  const { currency } = form.offer;
  return [
    ...head(snapshot),
    ...offerSights(form.offer),
    ...says('card_order.submit', 'card_order.other', 'card_order.available'),
    { amount: { amount: form.available, currency: currency.code }, scale: currency.scale },
    ...(isShort(context)
      ? says('card_order.short', 'card_order.top_up')
      : [{ absent: { message: 'card_order.short' } }]),
    ...(form.fields.length > 0 ? says('card_order.address') : []),
    ...form.fields.flatMap(({ name, label }) => [...says(`form.field.${label}`), ...tells(wrong[name] ?? null)]),
    ...tells(trouble),
  ];
};

export default defineModel({
  name: 'card-order-form',
  title: { en: 'The form of a card order', ru: 'Форма заказа карты' },
  machine: cardFormMachine,
  view: 'card-order/form',
  inputs: {
    'of a card of plastic': input(),
    'of a virtual card': input({ offer: 'virtual_eur' }),
    'turned away in a field': input({
      form: plasticForm,
      values: { ...sampleAddress, city: '' },
      wrong: { city: { code: 'required' } },
    }),
    'turned away as a whole': input({
      form: virtualForm,
      offer: 'virtual_eur',
      trouble: { code: 'too_many_cards', params: { most: 5 } },
    }),
    'without a connection': input({ form: virtualForm, offer: 'virtual_eur', trouble: { code: 'network' } }),
  },
  events: {
    'user.field filled': (snapshot) => nextText(snapshot),
    'user.submitted': [{}],
    'user.retried': [{}],
    'user.other card wanted': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    ...otherLanguage,
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'card.order_form': {
      done: {
        'the form': told(),
        'the form of an empty wallet': told({ available: '0.00' }),
        'the form with the last address': (asked: Asked) =>
          told(isVirtual(asked) ? {} : { values: sampleAddress })(asked),
        'it is not for everybody': closed('unverified'),
        'it rests': closed('paused'),
        'there are enough of them': closed('enough'),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'draft.read': {
      done: {
        'no draft': null,
        'a draft': { values: { city: 'Belgrade', street: 'Knez Mihailova 1' } },
        'a draft that was confirmed': { values: { city: 'Belgrade' }, operation: 'opsample0000000000019' },
        'a draft of another shape': { values: 5 },
        'a draft that is no text throughout': { values: { city: 'Belgrade', street: 5, holder: 'A'.repeat(201) } },
      },
      error: { 'storage is closed': storageClosed },
    },
    'page.life': { next: { 'the page is seen': { type: 'port.shown', at: at + 2_000 } } },
    'fields.check': {
      done: { 'nothing is wrong': { fields: {} }, 'whether a field is empty': emptyOnes },
      error: { 'the check did not come': { name: 'PortError', code: 'chunk_failed', message: 'not loaded' } },
    },
  },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    const { form, trouble, wrong } = context;
    return [
      trouble?.code ?? '',
      Object.keys(wrong).length > 0,
      form?.offer.kind ?? '',
      form?.offer.closed ?? '',
      isShort(context),
    ];
  },
  called: (snapshot) => calledFields(contextOf(snapshot).form?.fields ?? []),
  eventWords: {
    ...wordsOfLanguage,
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'user.field filled': { en: 'fill a field', ru: 'заполните поле' },
    'user.submitted': { en: 'ask for the terms', ru: 'запросите условия' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.other card wanted': { en: 'go for another card', ru: 'перейдите к другой карте' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
  states: {
    'loading.draft': {
      title: { en: 'The draft is read', ru: 'Читается черновик' },
      sees: () => says('card_order.title', 'card_order.loading'),
    },
    'loading.form': {
      title: { en: 'The form is read', ru: 'Загружается форма' },
      sees: () => says('card_order.title', 'card_order.loading'),
    },
    unavailable: {
      title: { en: 'This card cannot be ordered', ru: 'Эту карту заказать нельзя' },
      sees: (snapshot) => {
        const why = contextOf(snapshot).form?.offer.closed;
        return says(
          ...['card_order.title', 'card_order.unavailable.title', 'card_order.other'],
          why ? `card.closed.${why}` : 'card_order.unavailable.text',
          ...(why === 'unverified' ? ['card.verify'] : []),
        );
      },
    },
    unread: {
      title: { en: 'The form could not be read', ru: 'Форма не загрузилась' },
      sees: (snapshot) => [
        ...says('card_order.title', 'card_order.unread', 'form.retry', 'card_order.other'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'editing.typing': { title: { en: 'The form', ru: 'Форма' }, sees: editing },
    'editing.corrected': { title: { en: 'Something needs a correction', ru: 'Что-то нужно исправить' }, sees: editing },
    'editing.checking': { title: { en: 'The fields are checked', ru: 'Поля проверяются' }, sees: editing },
    asked: {
      title: { en: 'The form is to be checked', ru: 'Форма отправлена на расчёт' },
      unseen: 'the flow shows the operation by then',
    },
  },
});
