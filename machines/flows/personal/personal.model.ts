import type { AnyMachineSnapshot } from 'xstate';
import type { PersonalInfo } from '../../../contract/calls/user.ts';
import { personalNames } from '../../../contract/personal.ts';
import { samplePlace, storageClosed } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Asked, type Sight } from '../../model.ts';
import { answered, failures, refused } from '../../operation/operation.samples.ts';
import { codeOutcomes } from '../../sign-in/sign-in.samples.ts';
import type { PersonalContext } from './personal.context.ts';
import { personalMachine } from './personal.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PersonalContext;

const empty: PersonalInfo = {
  ...{ display_name: '', phone: '', country: '', birthday: '' },
  ...{ email: 'person@example.com', edition: 0 },
};
const known: PersonalInfo = {
  ...{ display_name: 'Anna Berg', phone: '+37120000000', country: 'LV', birthday: '1990-05-17' },
  ...{ email: 'person@example.com', edition: 3 },
};
const newer: PersonalInfo = {
  ...known,
  ...{ display_name: 'A. Berg', phone: '+37129999999', birthday: '1990-05-06', edition: 4 },
};

/** The fields with what stands at each: what is wrong, or what another place has saved. */
function form(snapshot: AnyMachineSnapshot): Sight[] {
  const { saved, values, wrong, trouble, elsewhere } = contextOf(snapshot);
  const apart = personalNames.filter((name) => elsewhere && !wrong[name] && saved && saved[name] !== values[name]);
  return [
    ...says('personal.title', 'personal.text', 'personal.email', 'personal.submit', 'personal.drop'),
    ...personalNames.flatMap((name) => says(`personal.${name}`)),
    ...(saved ? [{ text: saved.email }] : []),
    ...(elsewhere ? says('personal.elsewhere') : []),
    ...apart.flatMap((name): Sight[] =>
      saved?.[name] === ''
        ? says('personal.elsewhere.empty')
        : name === 'display_name' || name === 'phone'
          ? [{ message: 'personal.elsewhere.value', params: { value: saved?.[name] ?? '' } }]
          : [],
    ),
    ...personalNames.flatMap((name) => tells(wrong[name] ?? null)),
    ...tells(trouble),
  ];
}

export default defineModel({
  name: 'personal',
  title: { en: 'Personal details', ru: 'Личные данные' },
  machine: personalMachine,
  view: 'personal/personal',
  inputs: {
    'an account': {
      ...{ place: samplePlace('settings-personal', '/settings/personal'), account: 'A-1001' },
      ...{ site: null, email: 'person@example.com' },
    },
  },
  events: {
    'user.field filled': [
      { field: 'display_name', value: 'Anna B.' },
      { field: 'phone', value: '12345' },
      { field: 'country', value: 'EE' },
      { field: 'birthday', value: '1991-02-03' },
      { field: 'display_name', value: '4276 3801 2345 6787' },
    ],
    'user.submitted': [{}],
    'user.changes dropped': [{}],
    'user.retried': [{}],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'draft.read': {
      done: {
        'no draft': null,
        'a draft': { edition: 3, values: { display_name: 'Anna Maria Berg' } },
        'a draft over what was saved before': { edition: 2, values: { phone: '' } },
        'a draft that is saved by now': { edition: 2, values: { phone: '371 2000-0000' } },
        'a draft that nobody typed': { edition: 0, values: { display_name: 7, other: 'x' } },
        'a draft over no edition': { edition: 'x', values: { phone: '' } },
      },
      error: { 'storage is closed': storageClosed },
    },
    'user.info': {
      done: {
        'what is known': answered(known),
        'nothing yet': answered(empty),
        'a newer one': answered(newer),
        'what was sent from here': ({ asker }: Asked) =>
          answered({ ...known, ...contextOf(asker).unheard.at(-1), edition: 4 }),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'fields.check': {
      done: {
        'nothing is wrong': { fields: {} },
        'a phone that is none, and a day that never was': { fields: { phone: 'bad_phone', birthday: 'bad_date' } },
      },
      error: { 'the check did not come': { name: 'PortError', code: 'chunk_failed', message: 'not loaded' } },
    },
    'user.save_info': {
      done: { saved: answered({ ...newer, edition: 5 }) },
      error: {
        'something else was saved meanwhile': refused('conflict', 409),
        'a wait': refused('wait_before_retry', 429, { retryAfter: 30 }),
        'a field': refused('invalid', 422, { fields: { country: 'not_an_option' } }),
        ...failures,
      },
    },
    'clock.ticks': codeOutcomes['clock.ticks'],
  },
  mayRepeat: {
    'user.save_info':
      'a press has asked for it: where the fields cannot be checked here, the check of the server is enough',
  },
  facet: (snapshot) => {
    const { wrong, trouble, elsewhere, typed, saved, unheard } = contextOf(snapshot);
    return {
      ...{ trouble: trouble?.code ?? '', wrong: Object.keys(wrong).join(' '), elsewhere, typed: typed.length > 0 },
      'may be saved': unheard.length > 0,
      // What another place has saved is told where it is something.
      1: elsewhere && saved?.birthday !== '',
    };
  },
  called: () => Object.fromEntries(personalNames.map((name) => [name, { message: `personal.${name}` }])),
  eventWords: {
    'user.field filled': { en: 'fill a field', ru: 'заполните поле' },
    'user.submitted': { en: 'save', ru: 'сохраните' },
    'user.changes dropped': { en: 'drop the changes', ru: 'отмените изменения' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.online': { en: 'the connection is back', ru: 'связь восстановлена' },
  },
  states: {
    'reading.draft': {
      title: { en: 'What was typed before is looked for', ru: 'Ищется введённое раньше' },
      sees: () => says('personal.title', 'personal.reading'),
    },
    'reading.info': {
      title: { en: 'The details are read', ru: 'Данные загружаются' },
      sees: () => says('personal.title', 'personal.reading'),
    },
    unread: {
      title: { en: 'The details could not be read', ru: 'Данные не загрузились' },
      sees: (snapshot) => [...says('personal.unread', 'form.retry'), ...tells(contextOf(snapshot).trouble)],
    },
    'form.entering': { title: { en: 'The details are typed', ru: 'Вводятся данные' }, sees: form },
    'form.corrected': { title: { en: 'Something needs a look', ru: 'Нужно кое-что проверить' }, sees: form },
    held: {
      title: { en: 'Saved too often: a wait', ru: 'Слишком частые сохранения: ожидание' },
      sees: (snapshot) => [...says('personal.title'), ...tells(contextOf(snapshot).trouble)],
    },
    'form.saved': {
      title: { en: 'The details are saved', ru: 'Данные сохранены' },
      sees: (snapshot) => [...form(snapshot), ...says('personal.saved')],
    },
    checking: {
      title: { en: 'The fields are checked', ru: 'Поля проверяются' },
      sees: () => says('personal.title', 'personal.saving'),
    },
    saving: {
      title: { en: 'The details are being saved', ru: 'Данные сохраняются' },
      sees: () => says('personal.title', 'personal.saving'),
    },
    comparing: {
      title: { en: 'What another place has saved is read', ru: 'Загружается сохранённое в другом месте' },
      sees: () => says('personal.title', 'personal.saving'),
    },
  },
});
