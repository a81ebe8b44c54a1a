import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { cardId, sampleCard } from '../../bank-card/bank-card.samples.ts';
import { foundLimits, limitsOutcomes } from './card.samples.ts';
import { limitNames, problemOf, type LimitsContext } from './limits.context.ts';
import { limitsMachine } from './limits.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as LimitsContext;
const { currency, limits, highest } = sampleCard('active');

const form = (snapshot: AnyMachineSnapshot): Sight[] => {
  const context = contextOf(snapshot);
  return [
    ...says('card_limits.title', 'cards.once', 'cards.day', 'card_limits.save'),
    ...limitNames.flatMap((name): Sight[] => {
      const problem = problemOf(context, name);
      return problem && (snapshot.hasTag('corrected') || context.refused[name])
        ? tells(problem)
        : [
            {
              message: 'card_limits.up_to',
              params: {
                amount: {
                  amount: { amount: context.highest[name], currency: context.currency.code },
                  scale: context.currency.scale,
                },
              },
            },
          ];
    }),
    ...tells(context.trouble),
    ...(context.saved ? says('card_limits.saved') : [{ absent: { message: 'card_limits.saved' } }]),
  ];
};

export default defineModel({
  name: 'card-limits',
  title: { en: 'The limits of a card', ru: 'Лимиты карты' },
  machine: limitsMachine,
  view: 'card/limits',
  inputs: { 'of a card': { card: cardId, currency, limits, highest } },
  events: {
    'user.limit typed': [
      { field: 'once', value: '150,5' },
      { field: 'once', value: '900' },
      { field: 'day', value: '' },
      { field: 'day', value: '800' },
    ],
    'user.limits saved': [{}],
    'user.limits asked again': [{}],
    'card.changed': [{ limits: { once: '200', day: '1000' } }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: { ...limitsOutcomes, 'card.details': foundLimits },
  facet: (snapshot) => {
    const { trouble, refused, saved } = contextOf(snapshot);
    const wrong = limitNames.map((name) => problemOf(contextOf(snapshot), name)?.code ?? '');
    return [trouble?.code ?? '', Object.keys(refused).join(' '), saved, snapshot.hasTag('corrected') ? wrong : []];
  },
  called: () => ({ once: { message: 'cards.once' }, day: { message: 'cards.day' } }),
  eventWords: {
    'user.limit typed': { en: 'type a limit', ru: 'введите лимит' },
    'user.limits saved': { en: 'save the limits', ru: 'сохраните лимиты' },
    'user.limits asked again': { en: 'ask how they stand', ru: 'спросите, какие они сейчас' },
    'card.changed': { en: 'a limit was changed elsewhere', ru: 'лимит изменён в другом месте' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
  states: {
    'typing.untouched': { title: { en: 'The limits', ru: 'Лимиты' }, sees: form },
    'typing.touched': { title: { en: 'Other limits are typed', ru: 'Вводятся другие лимиты' }, sees: form },
    corrected: { title: { en: 'A limit needs a correction', ru: 'Лимит нужно исправить' }, sees: form },
    saving: {
      title: { en: 'The limits are saved', ru: 'Лимиты сохраняются' },
      sees: () => says('card_limits.title', 'card_limits.save'),
    },
    'finding out': {
      title: { en: 'Finding out how they stand', ru: 'Проверяем, какие они' },
      sees: () => says('card_limits.title', 'card_limits.finding'),
    },
    unknown: {
      title: { en: 'Nobody knows how they stand', ru: 'Неизвестно, какие они' },
      sees: (snapshot) => [
        ...says('card_limits.title', 'card_limits.unknown', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
  },
});
