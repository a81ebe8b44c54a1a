import type { AnyMachineSnapshot } from 'xstate';
import { says, seesIn, tells } from '../form/sights.ts';
import { defineModel, type Sight } from '../model.ts';
import {
  codeProblem,
  heldTitle,
  mayHelp,
  needsForm,
  overTitle,
  secondsToResend,
  type CodeContext,
} from './code.context.ts';
import { codeMachine } from './code.machine.ts';
import { at } from '../operation/operation.samples.ts';
import puzzleModel from './puzzle.model.ts';
import {
  codeEvents,
  codeOutcomes,
  letterOutcomes,
  letterOnItsWay,
  letterSent,
  puzzleEvents,
  puzzleOutcomesInside,
  puzzleRepeats,
  signInWords,
} from './sign-in.samples.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as CodeContext;
const resend = (context: CodeContext): Sight[] => (secondsToResend(context) > 0 ? [] : says('login.resend'));

/** After a code that is spent; to an address that nobody has, none. */
const resendAfter = (context: CodeContext): Sight[] => (mayHelp(context) ? resend(context) : []);

function asking(snapshot: AnyMachineSnapshot): Sight[] {
  const context = contextOf(snapshot);
  return [
    ...says('login.code.title', 'login.code', 'login.other_address'),
    ...(context.account ? says('signup.confirm') : says('login.submit')),
    ...(context.passwords ? says('login.password_required') : []),
    {
      message: context.account || context.anybody ? 'signup.code.text' : 'login.code.text',
      params: { to: context.sent?.to ?? '' },
    },
    ...resend(context),
    ...tells(context.trouble),
    ...tells(codeProblem(context, snapshot.hasTag('corrected'))),
  ];
}

function held(snapshot: AnyMachineSnapshot): Sight[] {
  const { trouble } = contextOf(snapshot);
  return [...says(heldTitle(trouble), 'login.other_address'), ...tells(trouble)];
}

const sending = (snapshot: AnyMachineSnapshot): Sight[] => [
  { message: 'login.sending', params: { to: contextOf(snapshot).email } },
];

export default defineModel({
  name: 'sign-in by code',
  title: { en: 'Sign-in by a code', ru: 'Вход по коду' },
  machine: codeMachine,
  view: 'sign-in/code',
  inputs: {
    'an address': { email: 'person@example.com', anybody: true },
    'over a lost session': { email: 'person@example.com', anybody: true, known: true },
    'where passwords are used': { email: 'person@example.com', passwords: true },
    'when the answer of another letter was lost': { email: 'person@example.com', lost: true },
    'for anybody, to be remembered': { email: 'person@example.com', anybody: true, remember: true },
    'for a new account': {
      ...{ email: 'person@example.com', password: 'a long quiet phrase', sent: letterSent },
      ...{ account: true, flow: 'signup' },
    },
    'for a new account, after a reload': {
      ...{ email: 'person@example.com', account: true, flow: 'signup' },
      recalled: { letter: letterOnItsWay('signup'), at },
    },
  },
  events: { ...codeEvents, ...puzzleEvents },
  outcomes: { ...codeOutcomes, ...puzzleOutcomesInside, send: letterOutcomes },
  facet: (snapshot) => {
    const context = contextOf(snapshot);
    return {
      trouble:
        `${context.trouble?.code ?? ''} ${codeProblem(context, snapshot.hasTag('corrected'))?.code ?? ''}`.trim(),
      'not yet again': secondsToResend(context) > 0,
      'for a new account': context.account,
      'the form is needed': needsForm(context),
      'a password later': context.passwords,
      'for anybody': context.anybody,
    };
  },
  mayRepeat: puzzleRepeats,
  eventWords: signInWords,
  states: {
    sending: { title: { en: 'The letter is sent', ru: 'Письмо отправляется' }, sees: sending },
    'sending again': { title: { en: 'Another letter is sent', ru: 'Отправляется ещё одно письмо' }, sees: sending },
    'asking.entering': { title: { en: 'The code is typed', ru: 'Вводится код' }, sees: asking },
    'asking.corrected': { title: { en: 'The code needs a correction', ru: 'Код нужно исправить' }, sees: asking },
    checking: { title: { en: 'The code is checked', ru: 'Код проверяется' }, sees: () => says('login.checking') },
    puzzled: {
      title: { en: 'A puzzle first', ru: 'Сначала картинка' },
      sees: seesIn(puzzleModel, 'puzzle'),
    },
    over: {
      title: { en: 'This code is spent', ru: 'Код больше не действует' },
      sees: (snapshot) => [
        ...says(overTitle(contextOf(snapshot).trouble)),
        ...(needsForm(contextOf(snapshot))
          ? says('signup.form_again', 'signup.over.text')
          : [
              ...says('login.other_address'),
              ...resendAfter(contextOf(snapshot)),
              ...tells(contextOf(snapshot).trouble),
            ]),
      ],
    },
    held: {
      title: { en: 'Asked too often: a wait', ru: 'Слишком частые просьбы: ожидание' },
      sees: held,
    },
    'signed in': { title: { en: 'Signed in', ru: 'Вход выполнен' }, unseen: 'the flow has ended by then' },
    'address wanted': {
      title: { en: 'Back at the address', ru: 'Возврат к адресу' },
      unseen: 'the flow shows the address by then',
    },
  },
});
