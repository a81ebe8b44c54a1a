import { defineModel, neverTogether } from '../../model.ts';
import { answered, failures } from '../../operation/operation.samples.ts';
import { otherPerson, person, userSignals } from '../../root/house.samples.ts';
import { sessionMachine } from './session.machine.ts';

const nothing = answered({});
const starting = ['checking', 'making way', 'out of reach.asking', 'out of reach.waiting'].map(
  (state) => `person.starting.${state}`,
);
const known = ['lost', 'signed in', 'visitor'].map((state) => `person.${state}`);
const unseen = 'the page learns who is here without a sign of it';

export default defineModel({
  name: 'session',
  title: { en: 'Session', ru: 'Сеанс' },
  machine: sessionMachine,
  view: 'session/session',
  inputs: {
    'at the start': { leaves: null, stale: false },
    'after a sign-out that was not heard': { leaves: person.account_id, stale: false },
    'where something old was typed': { leaves: null, stale: true },
  },
  events: {
    'user.retried': [{}],
    'signal.user': Object.values(userSignals),
    'house.login dismissed': [{}],
    'house.look wanted': [{}],
    'house.site open': [{}],
    'annex.look wanted': [{}, { fresh: true }],
    'flow.signing out': [{}],
    'flow.staying': [{}],
    'port.online': [{ at: 0 }],
    'port.shown': [{ at: 0 }],
    'tabs.signed in': [{ account: person.account_id }, { account: otherPerson.account_id }],
    'tabs.signed out': [{ account: person.account_id }, { account: otherPerson.account_id }],
    'tabs.signing out': [{ account: person.account_id }, { account: otherPerson.account_id }],
  },
  outcomes: { 'auth.check': { done: { 'without a user': nothing }, error: failures } },
  states: {
    'person.starting.checking': {
      title: { en: 'asking who is here', ru: 'выясняем, кто здесь' },
      unseen: 'the page waits for it, and shows nothing of its own',
    },
    'person.starting.making way': {
      title: { en: 'somebody is signing out in another tab', ru: 'в другой вкладке выходят' },
      unseen: 'the page waits for it, and shows nothing of its own',
    },
    'person.starting.out of reach.waiting': {
      title: { en: 'the server does not answer', ru: 'сервер не отвечает' },
      sees: () => [
        { message: 'session.unreachable.title' },
        { message: 'session.unreachable.text' },
        { message: 'frame.retry' },
      ],
    },
    'person.starting.out of reach.asking': {
      title: { en: 'asking the server again', ru: 'спрашиваем сервер ещё раз' },
      sees: () => [{ message: 'session.unreachable.title' }, { message: 'session.unreachable.text' }],
    },
    'person.visitor': { title: { en: 'a visitor', ru: 'гость' }, unseen: 'the frame shows it' },
    'person.signed in': { title: { en: 'signed in', ru: 'вход выполнен' }, unseen: 'the frame shows it' },
    'person.lost': {
      title: { en: 'the session has ended in the middle', ru: 'сеанс прервался' },
      unseen: 'the sign-in stands over the page',
    },
    'look.beginning': { title: { en: 'nobody knows yet who is here', ru: 'ещё не известно, кто здесь' }, unseen },
    'look.quiet': { title: { en: 'no tab has spoken', ru: 'вкладки молчат' }, unseen },
    'look.asking': {
      title: { en: 'asking once more who is here', ru: 'спрашиваем ещё раз, кто здесь' },
      unseen,
    },
    'look.resting': { title: { en: 'asked a moment ago', ru: 'только что спрашивали' }, unseen },
  },
  unreachable: {
    ...neverTogether(
      ['look.asking', 'look.quiet', 'look.resting'],
      starting,
      'the answer that ends the beginning says who is here',
    ),
    ...neverTogether(['look.beginning'], known, 'the answer that says who is here ends the beginning'),
  },
  eventWords: {
    'user.retried': { en: 'the person asks again', ru: 'человек просит повторить' },
    'signal.user': { en: 'an answer tells who is here', ru: 'ответ сообщает, кто здесь' },
    'house.login dismissed': { en: 'the sign-in over the flow is turned down', ru: 'вход поверх экрана отклонён' },
    'house.look wanted': { en: 'the house wants to know again', ru: 'дому нужно узнать снова' },
    'house.site open': { en: 'the site is open again', ru: 'сайт снова открыт' },
    'annex.look wanted': { en: 'news are waited for, unseen', ru: 'в фоне ждут новостей' },
    'flow.signing out': { en: 'the person asks to be signed out', ru: 'человек просит о выходе' },
    'flow.staying': { en: 'the person stays after all', ru: 'человек всё же остаётся' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'tabs.signed in': { en: 'somebody signed in in another tab', ru: 'в другой вкладке вошли' },
    'tabs.signed out': { en: 'somebody left in another tab', ru: 'в другой вкладке вышли' },
    'tabs.signing out': { en: 'somebody asks to be signed out in another tab', ru: 'в другой вкладке просят о выходе' },
  },
});
