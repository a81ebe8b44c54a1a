import type { AnyMachineSnapshot } from 'xstate';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { logoutMachine, type LogoutContext } from './logout.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as LogoutContext;

export default defineModel({
  name: 'logout',
  title: { en: 'Sign-out', ru: 'Выход' },
  machine: logoutMachine,
  view: 'logout/logout',
  inputs: {
    'over a page': {
      place: samplePlace('exchanges', '/exchanges'),
      account: 'A-1001',
      site: null,
      email: null,
      over: true,
    },
  },
  events: { 'user.confirmed': [{}], 'user.dismissed': [{}] },
  outcomes: {
    'auth.logout': {
      done: { 'signed out': answered({}) },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
  },
  facet: (snapshot) => contextOf(snapshot).trouble?.code ?? '',
  eventWords: {
    'user.confirmed': { en: 'sign out', ru: 'выйдите' },
    'user.dismissed': { en: 'stay', ru: 'останьтесь' },
  },
  states: {
    asking: {
      title: { en: 'Sign out, really?', ru: 'Точно выйти?' },
      sees: () => says('logout.text', 'logout.confirm', 'logout.stay'),
    },
    leaving: { title: { en: 'Signing out', ru: 'Выходим' }, sees: () => says('logout.leaving') },
    unknown: {
      title: { en: 'Nobody knows whether it worked', ru: 'Неизвестно, удалось ли' },
      sees: (snapshot) => [
        ...says('logout.unknown', 'logout.confirm', 'logout.stay'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    left: { title: { en: 'Signed out', ru: 'Вы вышли' }, unseen: 'the house has closed the modal by then' },
    stayed: { title: { en: 'Stayed', ru: 'Вы остались' }, unseen: 'the house has closed the modal by then' },
  },
});
