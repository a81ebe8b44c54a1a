import type { AnyMachineSnapshot } from 'xstate';
import { defineModel, type Sight } from '../../model.ts';
import { portError } from '../../root/house.samples.ts';
import { toastsMachine, type ToastsContext } from './toasts.machine.ts';

const shown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { toast } = snapshot.context as ToastsContext;
  return toast ? [{ message: toast.msg, params: toast.params }] : [];
};

export default defineModel({
  name: 'toasts',
  title: { en: 'Toasts', ru: 'Всплывающие сообщения' },
  machine: toastsMachine,
  view: 'toasts/toasts',
  inputs: { 'at the start': undefined },
  events: {
    'flow.toast wanted': [
      { msg: 'copied-toast', variant: 'success', delay: 2_000 },
      { msg: 'session.lost', variant: 'danger' },
    ],
    'user.copied': [{ value: 'A-1001' }],
    'flow.copy wanted': [{ value: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }],
    'user.toast held': [{}],
    'user.toast released': [{}],
    'user.toast closed': [{}],
    'house.signed out': [{ why: 'asked' }],
    'house.messages': [{ kept: true }, { kept: false }],
  },
  outcomes: {
    'clipboard.copy': {
      done: { copied: undefined },
      error: { refused: portError('not_allowed') },
    },
  },
  states: {
    'line.quiet': { title: { en: 'nothing to tell', ru: 'сообщать нечего' }, unseen: 'there is no toast' },
    'line.showing.running': { title: { en: 'a message is shown', ru: 'сообщение показано' }, sees: shown },
    'line.showing.paused': {
      title: { en: 'the message waits for the reader', ru: 'сообщение ждёт читающего' },
      sees: shown,
    },
    'clipboard.idle': {
      title: { en: 'nothing to copy', ru: 'копировать нечего' },
      silent: 'only the toast is shown, when it is done',
    },
    'clipboard.copying': {
      title: { en: 'copying', ru: 'копируем' },
      silent: 'only the toast is shown, when it is done',
    },
  },
  elsewhere: {
    'user.copied': 'the header',
    'user.toast held': 'the pointer or the focus on the toast',
    'user.toast released': 'the pointer and the focus leaving the toast',
  },
  facet: (snapshot) => (snapshot.context as ToastsContext).toast?.msg,
  eventWords: {
    'flow.toast wanted': { en: 'a flow has something to tell', ru: 'сценарию есть что сообщить' },
    'user.copied': { en: 'the person copies', ru: 'человек копирует' },
    'flow.copy wanted': { en: 'a flow has something to copy', ru: 'сценарию есть что скопировать' },
    'user.toast held': { en: 'the pointer or the focus rests on it', ru: 'на сообщении указатель или фокус' },
    'user.toast released': { en: 'the pointer and the focus leave it', ru: 'указатель и фокус ушли с сообщения' },
    'user.toast closed': { en: 'the person closes it', ru: 'человек закрывает сообщение' },
    'house.messages': { en: 'the person keeps messages, or lets them go', ru: 'человек меняет срок сообщений' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
  },
});
