import type { AnyMachineSnapshot } from 'xstate';
import { documentKind, type DocumentStatus, type Verification } from '../../../contract/verification.ts';
import { samplePlace } from '../../form/exchange.samples.ts';
import { says, tells } from '../../form/sights.ts';
import { defineModel, type Sight } from '../../model.ts';
import { answered, at, failures, refused } from '../../operation/operation.samples.ts';
import { sampleDocument, storedFile } from '../../upload/upload.samples.ts';
import { verificationMachine, type VerificationContext } from './verification.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as VerificationContext;
const places = {
  overview: samplePlace('settings-verification', '/settings/verification'),
  success: samplePlace('settings-verification_success', '/settings/verification_success'),
};
const input = (place: keyof typeof places) => ({ place: places[place], account: 'A-1001', site: null, email: null });

const limits = (most: string, open: number): Verification['levels'][number]['limits'] =>
  (['deposit', 'withdraw', 'purchase', 'transfer'] as const).map((flow) => ({ flow, most, open, ways: 10 }));
const known = (level: 0 | 1, passport: DocumentStatus) =>
  answered<Verification>({
    level,
    levels: [
      { level: 0, limits: limits('200.00', 9) },
      { level: 1, limits: limits('50000.00', 10) },
    ],
    documents: [
      sampleDocument(passport, passport === 'draft' ? [] : [storedFile, storedFile]),
      sampleDocument('draft', [], 'id_card'),
      sampleDocument('draft', [storedFile], 'driver_license'),
    ],
  });

const overview = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { known: told } = contextOf(snapshot);
  if (!told) return [];
  return [
    ...says(
      'verification.title',
      'verification.unlocks',
      'verification.level.0',
      'verification.level.1',
      'verification.documents',
    ),
    ...says(told.level === 1 ? 'verification.is.1' : 'verification.is.0'),
    ...told.documents.flatMap(({ id, status }) => says(`verification.document.${id}`, `verification.status.${status}`)),
    ...told.levels.flatMap((level) =>
      level.limits.map(({ most }): Sight => ({ amount: { amount: most, currency: 'USD' }, scale: 2 })),
    ),
  ];
};

export default defineModel({
  name: 'verification',
  title: { en: 'Verification', ru: 'Подтверждение личности' },
  machine: verificationMachine,
  view: 'verification/verification',
  inputs: { 'the overview': input('overview'), 'the good news': input('success') },
  events: {
    'user.document opened': documentKind.options.map((value) => ({ value })),
    'user.retried': [{}],
    'house.arrived': [{ place: places.success }, { place: places.overview }],
    'house.signed in': [{ account: 'A-1001', again: true, need_set_password: false, seq: 9 }],
    'port.online': [{ at: 0 }],
  },
  outcomes: {
    'verification.list': {
      done: {
        'nothing is sent': known(0, 'draft'),
        'everything is sent': known(0, 'uploaded'),
        'it is looked at': known(0, 'in_review'),
        'it was turned down': known(0, 'rejected'),
        'it is verified': known(1, 'verified'),
      },
      error: { refused: refused('rate_limited', 429, { retryAfter: 3 }), ...failures },
    },
    'page.life': {
      next: {
        'the page is hidden': { type: 'port.hidden', at: at + 1_000 },
        'the page is seen': { type: 'port.shown', at: at + 2_000 },
        'the line is gone': { type: 'port.offline', at: at + 1_000 },
        'the line is back': { type: 'port.online', at: at + 2_000 },
      },
    },
  },
  facet: (snapshot) => {
    const { known: told, trouble } = contextOf(snapshot);
    return [told?.level ?? '', told?.documents.map(({ status }) => status).join(' ') ?? '', trouble?.code ?? ''];
  },
  eventWords: {
    'user.document opened': { en: 'open a document', ru: 'откройте документ' },
    'user.retried': { en: 'try again', ru: 'попробуйте ещё раз' },
    'house.arrived': { en: 'the address changes', ru: 'меняется адрес' },
    'house.signed in': { en: 'the same person signs in again', ru: 'тот же человек входит снова' },
    'port.hidden': { en: 'the page is hidden', ru: 'страница скрыта' },
    'port.shown': { en: 'the page is seen again', ru: 'страница снова видна' },
    'port.offline': { en: 'the line is gone', ru: 'связь пропала' },
    'port.online': { en: 'the line is back', ru: 'связь вернулась' },
  },
  states: {
    loading: {
      title: { en: 'The overview is read', ru: 'Обзор загружается' },
      sees: () => says('verification.title', 'verification.loading'),
    },
    unread: {
      title: { en: 'The overview could not be read', ru: 'Обзор не загрузился' },
      sees: (snapshot) => [
        ...says('verification.title', 'verification.unread', 'form.retry'),
        ...tells(contextOf(snapshot).trouble),
      ],
    },
    'shown.resting': { title: { en: 'What there is', ru: 'Обзор' }, sees: overview },
    'shown.paused': { title: { en: 'Nobody looks at the overview', ru: 'Обзор не виден' }, sees: overview },
    'shown.looking': { title: { en: 'The overview is read again', ru: 'Обзор обновляется' }, sees: overview },
    congratulated: {
      title: { en: 'The identity is verified', ru: 'Личность подтверждена' },
      sees: (snapshot) => [
        ...says('verification.success.title', 'verification.success.text', 'verification.success.deposit'),
        ...says('verification.success.unlocked', 'verification.level.1'),
        ...(contextOf(snapshot).known?.levels ?? [])
          .filter(({ level }) => level === 1)
          .flatMap(({ limits: all }) =>
            all.map(({ most }): Sight => ({ amount: { amount: most, currency: 'USD' }, scale: 2 })),
          ),
      ],
    },
  },
});
