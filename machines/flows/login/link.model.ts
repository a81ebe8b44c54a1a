import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { linkMachine, type LinkContext } from './link.machine.ts';
import { linkEvents, linkOutcomes, signInWords, token } from '../../sign-in/sign-in.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as LinkContext;

function elsewhere(snapshot: AnyMachineSnapshot): Sight[] {
  const { info } = contextOf(snapshot);
  return [
    ...says('login.link.elsewhere.title', 'login.link.elsewhere.text', 'login.link.warning', 'login.link.form'),
    ...[info?.code, info?.device, info?.place].flatMap((text) => (text ? [{ text }] : [])),
  ];
}

export default defineModel({
  name: 'sign-in by link',
  title: { en: 'Page of a sign-in link', ru: 'Страница ссылки для входа' },
  machine: linkMachine,
  view: 'login/link',
  inputs: { 'a link': { token } },
  events: linkEvents,
  outcomes: linkOutcomes,
  facet: (snapshot) => contextOf(snapshot).trouble?.code ?? '',
  eventWords: signInWords,
  states: {
    reading: {
      title: { en: 'The link is read', ru: 'Ссылка читается' },
      sees: () => says('login.link.title', 'login.link.reading'),
    },
    ready: {
      title: { en: 'This browser asked: one button', ru: 'Вход запрошен здесь: одна кнопка' },
      sees: () => says('login.link.title', 'login.link.text', 'login.link.confirm'),
    },
    consuming: { title: { en: 'Signing in by the link', ru: 'Вход по ссылке' }, sees: () => says('login.link.title') },
    elsewhere: { title: { en: 'Another browser asked: the code', ru: 'Вход запрошен не здесь: код' }, sees: elsewhere },
    unread: {
      title: { en: 'The link could not be checked', ru: 'Ссылку не удалось проверить' },
      sees: (snapshot) => [
        ...says('login.link.unread.title', 'login.link.form'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    over: {
      title: { en: 'The link no longer works', ru: 'Ссылка больше не действует' },
      sees: (snapshot) => [...says('login.link.over.title', 'login.link.form'), ...tells(contextOf(snapshot).trouble)],
    },
    'signed in': { title: { en: 'Signed in', ru: 'Вход выполнен' }, unseen: 'the flow has ended by then' },
    'form wanted': {
      title: { en: 'On to the form', ru: 'Переход к форме' },
      unseen: 'the flow shows the form by then',
    },
  },
});
