import type { AnyMachineSnapshot } from 'xstate';
import { placeOfDocument, type DocumentKind, type StoredFile } from '../../../contract/verification.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, saysTime, seesIn, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { codeOutcomes } from '../../sign-in/sign-in.samples.ts';
import type { UploadContext } from '../../upload/upload.context.ts';
import uploadModel, { uploadElsewhere, uploadWords } from '../../upload/upload.model.ts';
import {
  acceptedFile,
  closed,
  kept,
  lookOutcomes,
  noSession,
  otherFile,
  overdue,
  sampleDocument,
  storedFile,
  turnedDown,
} from '../../upload/upload.samples.ts';
import { reviewOf, type DocumentContext } from './document.context.ts';
import { documentMachine } from './document.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as DocumentContext;
const place = (kind: DocumentKind) => {
  const path = placeOfDocument(kind);
  return samplePlace(path.slice(1).replaceAll('/', '-'), path);
};
const input = (kind: DocumentKind) => ({ place: place(kind), account: 'A-1001', site: null, email: null });

const titled = (snapshot: AnyMachineSnapshot): Sight[] => says(`verification.document.${contextOf(snapshot).kind}`);
const sides = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...seesIn(uploadModel, 'first')(snapshot),
  ...seesIn(uploadModel, 'second')(snapshot),
];
const review = (snapshot: AnyMachineSnapshot): Sight[] => {
  const told = reviewOf(contextOf(snapshot));
  if (!told) return [];
  return [
    ...saysTime('document.reviewing.since', told.since, told.now),
    ...(told.by === null ? [] : saysTime('document.reviewing.by', told.by, told.now)),
    ...(told.late ? says('document.reviewing.late') : []),
  ];
};
const reviewing =
  (...keys: string[]) =>
  (snapshot: AnyMachineSnapshot): Sight[] => [
    ...titled(snapshot),
    ...says('document.reviewing', ...keys),
    ...review(snapshot),
    ...tells(contextOf(snapshot).trouble),
  ];
const editing = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...titled(snapshot),
  ...says('document.submit', 'document.all'),
  ...(contextOf(snapshot).paper?.status === 'rejected' ? says('document.rejected') : []),
  ...tells(contextOf(snapshot).trouble),
  ...sides(snapshot),
];

const ofSide = (snapshot: AnyMachineSnapshot) => ({
  field: (snapshot.context as Partial<UploadContext>).side ?? 'main',
});
const down = (reason: NonNullable<StoredFile['reason']>): StoredFile => ({ ...turnedDown, reason });
const told = {
  'nothing is there': kept([]),
  'both are there': kept([storedFile, storedFile], 'uploaded'),
  'another tab sent it': kept([otherFile, storedFile], 'uploaded'),
  'one was turned down': kept([acceptedFile, down('glare')], 'rejected'),
  'both were turned down': kept([down('wrong_document'), down('expired')], 'rejected'),
  'it is looked at': kept([storedFile, storedFile], 'in_review'),
  'it is looked at for longer than usual': overdue,
  'it is verified': kept([acceptedFile, acceptedFile], 'verified'),
};

export default defineModel({
  name: 'document',
  title: { en: 'A document', ru: 'Документ' },
  machine: documentMachine,
  view: 'document/document',
  inputs: { 'the passport': input('passport'), 'the licence': input('driver_license') },
  events: {
    'user.submitted': [{}],
    'user.retried': [{}],
    'user.asked again': [{}],
    'user.file given': (snapshot) => [{ ...ofSide(snapshot), value: 'file 1' }],
    'user.sent': (snapshot) => [ofSide(snapshot)],
    'house.arrived': [{ place: place('id_card') }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'verification.new': { done: told, error: { 'nobody is signed in': noSession, ...failures } },
    'verification.submit': {
      done: { 'it is looked at': told['it is looked at'], 'it is verified already': told['it is verified'] },
      error: {
        'something is missing': refused('document_incomplete', 422),
        'nobody is signed in': noSession,
        'a wait': refused('wait_before_retry', 429, { retryAfter: 30 }),
        ...failures,
      },
    },
    'verification.upload': {
      done: {
        'it is kept': answered(sampleDocument('uploaded', [storedFile, storedFile])),
        'an answer of another shape': answered(null),
      },
      error: { 'the document is closed': closed, ...failures },
    },
    'file.look': { done: { 'a photo': lookOutcomes.done['a photo'] }, error: lookOutcomes.error },
    'clock.ticks': codeOutcomes['clock.ticks'],
    'page.life': {
      next: {
        'the page is hidden': { type: 'port.hidden', at: at + 1_000 },
        'the page is seen': { type: 'port.shown', at: at + 2_000 },
        'the line is gone': { type: 'port.offline', at: at + 1_000 },
        'the line is back': { type: 'port.online', at: at + 2_000 },
      },
    },
  },
  mayRepeat: {
    ...uploadModel.mayRepeat,
    'verification.submit':
      'whoever pressed waits for one look at what other pages have sent; sent again it answers the same',
  },
  facet: (snapshot) => {
    const { kind, trouble, holding, paper } = contextOf(snapshot);
    return {
      ...{ kind, trouble: trouble?.code ?? '', 'in hand': holding.length > 0, status: paper?.status ?? '' },
      'both turned down': paper?.sides.every(({ file }) => file?.reason !== undefined) === true,
      taking_longer: reviewOf(contextOf(snapshot))?.late === true,
    };
  },
  elsewhere: uploadElsewhere,
  eventWords: {
    ...uploadWords,
    'user.submitted': { en: 'hand the document in', ru: 'отправьте документ на проверку' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'user.asked again': { en: 'ask whether it is done', ru: 'узнайте, готово ли' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.hidden': { en: 'the page is hidden', ru: 'страница скрыта' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.offline': { en: 'the line is gone', ru: 'связь пропала' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    loading: {
      title: { en: 'The document is read', ru: 'Документ загружается' },
      sees: (snapshot) => [...titled(snapshot), ...says('document.loading')],
    },
    unread: {
      title: { en: 'The document could not be read', ru: 'Документ не загрузился' },
      sees: (snapshot) => [
        ...titled(snapshot),
        ...says('document.unread', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'editing.filling': { title: { en: 'Photos are sent', ru: 'Отправляются снимки' }, sees: editing },
    'editing.corrected': { title: { en: 'Something is missing', ru: 'Чего-то не хватает' }, sees: editing },
    'editing.looking again': {
      title: { en: 'Whether another tab has sent it is asked', ru: 'Проверяем, не отправлено ли в другой вкладке' },
      sees: editing,
    },
    'editing.looking on a new line': {
      title: {
        en: 'The line is back: how the document stands is asked',
        ru: 'Связь вернулась: проверяем, что с документом',
      },
      sees: editing,
    },
    'finding out': {
      title: { en: 'Finding out how the document stands', ru: 'Проверяем, что с документом' },
      sees: (snapshot) => [...titled(snapshot), ...says('document.finding')],
    },
    held: {
      title: { en: 'Asked too often: a wait', ru: 'Слишком частые просьбы: ожидание' },
      sees: (snapshot) => [...titled(snapshot), ...tells(contextOf(snapshot).trouble)],
    },
    submitting: {
      title: { en: 'The document is handed in', ru: 'Документ отправляется на проверку' },
      sees: (snapshot) => [...titled(snapshot), ...says('document.submitting')],
    },
    'reviewing.waiting': {
      title: { en: 'The document is looked at', ru: 'Документ проверяется' },
      sees: reviewing('document.ask'),
    },
    'reviewing.asking': {
      title: { en: 'Whether it is done is asked', ru: 'Запрашивается результат проверки' },
      sees: reviewing(),
    },
    'reviewing.paused': {
      title: { en: 'Nobody looks at the page', ru: 'Страница скрыта' },
      sees: reviewing('document.ask'),
    },
    verified: {
      title: { en: 'The document is verified', ru: 'Документ подтверждён' },
      sees: (snapshot) => [...titled(snapshot), ...says('document.verified', 'document.all')],
    },
    approved: {
      title: { en: 'The document has just been verified', ru: 'Документ только что подтверждён' },
      sees: (snapshot) => [...titled(snapshot), ...says('document.verified')],
    },
  },
});
