import type { AnyMachineSnapshot } from 'xstate';
import { says, tells } from '../form/sights.ts';
import { answered, failures } from '../operation/operation.samples.ts';
import { codeOutcomes } from '../sign-in/sign-in.samples.ts';
import { defineModel, type Sight } from '../model.ts';
import {
  acceptedFile,
  cameraOutcomes,
  copyFailures,
  kept,
  lookOutcomes,
  noSession,
  otherFile,
  progressOutcomes,
  removeFailures,
  storedFile,
  turnedDown,
  uploadFailures,
} from './upload.samples.ts';
import type { UploadContext, UploadInput } from './upload.context.ts';
import { uploadMachine } from './upload.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as UploadContext;
const input = (stored: UploadInput['stored']): UploadInput => ({ paper: 'passport', side: 'main', stored });
const field = 'main';

const head = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says(`verification.side.${contextOf(snapshot).side}`),
  ...tells(contextOf(snapshot).trouble),
];
const choosing = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...head(snapshot),
  ...says('upload.choose', 'upload.camera'),
];
const stateSays =
  (...keys: string[]) =>
  (snapshot: AnyMachineSnapshot): Sight[] => [...head(snapshot), ...says(...keys)];

/** The words of a file that may be chosen in the browser’s own window. */
export const uploadElsewhere = { 'user.file given': 'in the window where the browser lets a file be chosen' };
export const uploadWords = {
  'user.file given': { en: 'choose a file', ru: 'выберите файл' },
  'user.file removed': { en: 'take the file back', ru: 'уберите файл' },
  'user.camera wanted': { en: 'open the camera', ru: 'откройте камеру' },
  'user.camera closed': { en: 'close the camera', ru: 'закройте камеру' },
  'user.shot taken': { en: 'take the photo', ru: 'сделайте снимок' },
  'user.turned': { en: 'turn the picture', ru: 'поверните снимок' },
  'user.sent': { en: 'send the file', ru: 'отправьте файл' },
  'user.sending stopped': { en: 'stop sending', ru: 'остановите отправку' },
  'user.side wanted': { en: 'ask again what has arrived', ru: 'узнайте ещё раз, что дошло' },
  'user.look wanted': { en: 'have the file looked at again', ru: 'проверьте файл ещё раз' },
  'user.copy wanted': { en: 'save a copy', ru: 'сохраните копию' },
  'document.changed': { en: 'another answer tells of this side', ru: 'другой ответ сообщает об этой стороне' },
  'upload.changed': { en: 'the server has other files', ru: 'на сервере другие файлы' },
  'upload.holding': { en: 'a file is in hand, or none is', ru: 'файл выбран или уже отправлен' },
  'upload.closed': { en: 'the document takes no files', ru: 'документ больше не принимает файлы' },
};
export const uploadEvents = {
  'user.file given': [{ field, value: 'file 1' }],
  'user.file removed': [{ value: field }],
  'user.camera wanted': [{ field }],
  'user.camera closed': [{ field }],
  'user.shot taken': [{ field }],
  'user.turned': [
    { field, value: 'right' },
    { field, value: 'left' },
  ],
  'user.sent': [{ field }],
  'user.sending stopped': [{ field }],
  'user.side wanted': [{ field }],
  'user.look wanted': [{ field }],
  'user.copy wanted': [{ field }],
};

export default defineModel({
  name: 'upload',
  title: { en: 'Upload of one side', ru: 'Загрузка одной стороны' },
  machine: uploadMachine,
  view: 'upload/upload',
  inputs: {
    'nothing is there yet': input(null),
    'one was sent before': input(storedFile),
    'one was turned down': input(turnedDown),
    'one was accepted': input(acceptedFile),
  },
  events: {
    ...uploadEvents,
    'document.changed': [{ stored: otherFile }, { stored: null }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'file.look': lookOutcomes,
    ...cameraOutcomes,
    'upload.progress': progressOutcomes,
    'verification.upload': { done: { 'it is kept': kept([storedFile]) }, error: uploadFailures },
    'verification.new': {
      done: {
        'it is not there': kept([]),
        'it is as it was': kept([storedFile]),
        'it was stored although the answer was lost': kept([otherFile]),
        'another tab handed it in': kept([otherFile, storedFile], 'in_review'),
      },
      error: { 'nobody is signed in': noSession, ...failures },
    },
    'verification.file': { done: { 'the copy is saved': answered(null) }, error: copyFailures },
    'clock.ticks': codeOutcomes['clock.ticks'],
    'verification.remove': { done: { 'it is gone': kept([]) }, error: removeFailures },
  },
  unreachable: {
    'sending | after the answer is overdue | 0':
      'what goes on for ten minutes has said so again and again, and time does not pass between two words of a path',
  },
  mayRepeat: {
    'verification.upload': 'whoever signs in again over a file that waits wants it to go on; it takes its own place',
  },
  facet: (snapshot) => {
    const { trouble, file, given, turn, stored, percent, unsure, pressed } = contextOf(snapshot);
    return {
      trouble: trouble?.code ?? '',
      file: file?.kind ?? '',
      'a new one is given': given !== '',
      turned: turn === '0' ? '' : turn,
      reason: stored?.reason ?? '',
      'a part has gone': percent > 0,
      'not known': unsure,
      'was stopped': file !== null && pressed === null && trouble !== null,
    };
  },
  elsewhere: uploadElsewhere,
  eventWords: {
    ...uploadWords,
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
    'port.camera elsewhere': {
      en: 'the camera is opened for the other side',
      ru: 'камеру открывают для другой стороны',
    },
    'port.camera lost': { en: 'the camera is taken away', ru: 'камеру отключают' },
    'port.upload progressed': { en: 'a part of the file has gone', ru: 'часть файла отправлена' },
  },
  states: {
    empty: { title: { en: 'No file yet', ru: 'Файла ещё нет' }, sees: choosing },
    'turned down': {
      title: { en: 'The file was turned down', ru: 'Файл не приняли' },
      sees: (snapshot) => [
        ...choosing(snapshot),
        ...says(`verification.reason.${contextOf(snapshot).stored?.reason ?? 'blurry'}`, 'upload.remove'),
      ],
    },
    accepted: {
      title: { en: 'The file was accepted', ru: 'Файл приняли' },
      sees: stateSays('upload.accepted'),
    },
    stored: {
      title: { en: 'The file is with us', ru: 'Файл у нас' },
      sees: stateSays('upload.stored', 'upload.replace', 'upload.remove', 'upload.download'),
    },
    'camera.opening': {
      title: { en: 'The camera is asked for', ru: 'Запрашивается камера' },
      sees: stateSays('upload.camera.opening', 'upload.camera.close', 'upload.choose'),
    },
    'camera.shown': {
      title: { en: 'The camera is on', ru: 'Камера включена' },
      sees: stateSays('upload.camera.take', 'upload.camera.close', 'upload.choose'),
    },
    'camera.taking': {
      title: { en: 'The photo is taken', ru: 'Делается снимок' },
      sees: stateSays('upload.camera.take', 'upload.choose'),
    },
    looking: { title: { en: 'The file is looked at', ru: 'Файл проверяется' }, sees: stateSays('upload.looking') },
    'not looked at': {
      title: { en: 'The file was not looked at', ru: 'Файл не проверен' },
      sees: stateSays('upload.unlooked', 'form.retry', 'upload.replace', 'upload.camera', 'upload.remove'),
    },
    ready: {
      title: { en: 'The file can be sent', ru: 'Файл можно отправить' },
      sees: (snapshot) => [
        ...stateSays('upload.check', 'upload.send', 'upload.replace', 'upload.remove')(snapshot),
        ...(contextOf(snapshot).file?.kind === 'pdf' ? [] : says('upload.turn.right')),
      ],
    },
    'sending.going': {
      title: { en: 'The file is on its way', ru: 'Файл отправляется' },
      sees: (snapshot) => [
        ...head(snapshot),
        ...says('upload.stop'),
        { message: 'upload.sending', params: { percent: contextOf(snapshot).percent } },
      ],
    },
    failed: {
      title: { en: 'The file did not get through', ru: 'Файл не дошёл' },
      sees: (snapshot) =>
        stateSays(
          contextOf(snapshot).unsure ? 'upload.unsure' : 'upload.failed',
          ...['upload.again', 'upload.replace', 'upload.remove'],
        )(snapshot),
    },
    'finding out.looking': {
      title: { en: 'Finding out what has arrived', ru: 'Проверяем, что дошло' },
      sees: stateSays('upload.finding'),
    },
    'finding out.on a new line': {
      title: { en: 'The line is back: finding out what has arrived', ru: 'Связь вернулась: проверяем, что дошло' },
      sees: stateSays('upload.finding'),
    },
    unknown: {
      title: { en: 'It could not be found out yet', ru: 'Пока не удалось узнать' },
      sees: stateSays('upload.unknown', 'form.retry'),
    },
    saving: { title: { en: 'A copy is saved', ru: 'Копия сохраняется' }, sees: stateSays('upload.saving') },
    held: {
      title: { en: 'Too many files: a wait', ru: 'Слишком много файлов: ожидание' },
      sees: (snapshot) => [...head(snapshot), ...(contextOf(snapshot).file ? says('upload.remove') : [])],
    },
    removing: { title: { en: 'The file is taken back', ru: 'Файл убирается' }, sees: stateSays('upload.removing') },
  },
});
