import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { peopleMachine, type PeopleContext } from './people.machine.ts';
import { peopleOutcomes, referralWords } from './referral.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PeopleContext;
const troubleIn = (snapshot: AnyMachineSnapshot) => tells(contextOf(snapshot).trouble);

const people = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { items } = contextOf(snapshot);
  if (!items) return says('referral.people.title', 'referral.people.reading');
  const bonuses = items.flatMap((person) => person.bonuses);
  return [
    ...says('referral.people.title', ...items.map(({ state }) => `referral.state.${state}`)),
    ...items.map(({ who }): Sight => ({ text: who })),
    ...bonuses.map(({ amount, currency }): Sight => ({
      amount: { amount, currency: currency.code },
      scale: currency.scale,
    })),
    ...(bonuses.some(({ status }) => status === 'completed') ? says('referral.bonus.paid') : []),
    ...troubleIn(snapshot),
  ];
};

const shown = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...people(snapshot),
  ...(contextOf(snapshot).next === null ? [] : says('list.more')),
];

export default defineModel({
  name: 'people',
  title: { en: 'People who were invited', ru: 'Приглашённые' },
  machine: peopleMachine,
  view: 'referral/people',
  inputs: { 'at the start': undefined },
  events: {
    'user.people wanted': [{}],
    'user.more asked': [{}],
    'referral.changed': [{}],
    'signal.wallets': [{ wallets: [], seq: 5 }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: peopleOutcomes,
  facet: (snapshot) => {
    const { items, next, longer, trouble } = contextOf(snapshot);
    return [items?.length, next !== null, longer, trouble?.code];
  },
  eventWords: referralWords,
  states: {
    reading: { title: { en: 'The list is read', ru: 'Список загружается' }, sees: shown },
    unread: {
      title: { en: 'The list could not be read', ru: 'Список не загрузился' },
      sees: (snapshot) => [
        ...says('referral.people.title', 'referral.people.unread', 'form.retry'),
        ...troubleIn(snapshot),
      ],
    },
    nobody: {
      title: { en: 'Nobody was invited', ru: 'Никто не приглашён' },
      sees: () => says('referral.people.title', 'referral.people.nobody'),
    },
    shown: { title: { en: 'Who was invited', ru: 'Кто приглашён' }, sees: shown },
    renewing: {
      title: { en: 'The list is read again', ru: 'Список обновляется' },
      sees: (snapshot) =>
        contextOf(snapshot).items?.length === 0
          ? says('referral.people.title', 'referral.people.nobody')
          : shown(snapshot),
    },
    more: { title: { en: 'There are more of them', ru: 'Приглашённых больше' }, sees: shown },
    'loading more': {
      title: { en: 'More is read', ru: 'Продолжение загружается' },
      sees: (snapshot) => [...people(snapshot), ...says('list.loading_more')],
    },
  },
});
