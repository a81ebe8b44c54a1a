import { added } from '../../contract/limits.ts';
import {
  sidesOf,
  type DocumentStatus,
  type StoredFile,
  type VerificationDocument,
} from '../../contract/verification.ts';
import { answered, failures, refused } from '../operation/operation.samples.ts';
import type { FileFacts } from './upload.context.ts';

const moment = '2026-01-15T12:00:00.000Z';
export const storedFile: StoredFile = {
  id: 'filesample0000000000001',
  size: 1_400_000,
  ending: 'jpg',
  uploaded_at: moment,
};
/** Another one than this page knew of. */
export const otherFile: StoredFile = { ...storedFile, id: 'filesample0000000000009', size: 900_000 };
export const turnedDown: StoredFile = { ...storedFile, accepted: false, reason: 'blurry' };
export const acceptedFile: StoredFile = { ...storedFile, accepted: true };

/** A document whose sides are filled with these, in their order. */
export const sampleDocument = (
  status: DocumentStatus,
  files: readonly (StoredFile | null)[] = [],
  id: VerificationDocument['id'] = 'passport',
): VerificationDocument => ({
  id,
  status,
  sides: sidesOf[id].map((side, at) => {
    const file = files[at];
    const id = file?.id === storedFile.id ? `filesample000000000000${at + 1}` : file?.id;
    return { side, ...(file && id !== undefined ? { file: { ...file, id } } : {}) };
  }),
  ...(status === 'draft' || status === 'uploaded' ? {} : { submitted_at: moment }),
  ...(status === 'in_review' ? { expected_by: '2026-01-15T12:01:00.000Z' } : {}),
  ...(status === 'verified' || status === 'rejected' ? { decided_at: moment } : {}),
});

const fileGone = { name: 'PortError', code: 'file_gone', message: 'gone' };
const photo: FileFacts = { handle: 'file 1', kind: 'jpeg', size: 2_400_000, width: 3_000, height: 2_000 };

export const lookOutcomes = {
  done: {
    'a photo': photo,
    'a scan': { ...photo, kind: 'pdf', width: 0, height: 0 },
    'something else': { ...photo, kind: 'other' },
    'too large a file': { ...photo, size: 11_000_000 },
    'a HEIC that cannot be opened': { ...photo, kind: 'heic' },
    'too small a picture': { ...photo, width: 200, height: 100 },
    'too large a picture': { ...photo, width: 15_000, height: 15_000 },
    'a damaged picture': { ...photo, width: 0, height: 0 },
    'a picture as large as may be, and as narrow': { ...photo, size: added.fileBytes, width: 16_000, height: 300 },
    'a picture of as many pixels as may be': { ...photo, width: 10_000, height: 6_000 },
    'too long a picture': { ...photo, width: 17_000, height: 400 },
    'too low a picture': { ...photo, width: 1_000, height: 200 },
  },
  error: {
    'the file is gone': fileGone,
    'what looks at it has not come': { name: 'PortError', code: 'network', message: 'not fetched' },
  },
};

export const cameraOutcomes = {
  'camera.open': {
    done: { 'the camera is there': null },
    error: {
      'it is not allowed': { name: 'PortError', code: 'camera_denied', message: 'denied' },
      'there is none': { name: 'PortError', code: 'camera_missing', message: 'none' },
      'another program has it': { name: 'PortError', code: 'camera_busy', message: 'in use' },
      'what opens it has not come': { name: 'PortError', code: 'network', message: 'not fetched' },
    },
  },
  'camera.life': {
    next: {
      'the other side has the camera': { type: 'port.camera elsewhere' },
      'it was taken away': { type: 'port.camera lost' },
    },
  },
  'camera.take': {
    done: { 'a shot': { handle: 'file 2' } },
    error: { 'it gave no picture': { name: 'PortError', code: 'camera_failed', message: 'none' } },
  },
};

export const progressOutcomes = {
  next: { 'half has gone': { type: 'port.upload progressed', percent: 50 } },
};

export const closed = refused('document_closed', 409);
export const noSession = refused('no_session', 401);
export const uploadFailures = {
  'the file is gone': fileGone,
  'the document is closed': closed,
  'nobody is signed in': noSession,
  'no picture': refused('invalid', 422, { fields: { file0: 'file_broken' } }),
  'too much': refused('too_large', 413),
  'another kind of form': refused('unsupported_media', 415),
  'too many': refused('wait_before_retry', 429, { retryAfter: 30 }),
  ...failures,
};
const gone = refused('not_found', 404);
const wait = refused('wait_before_retry', 429, { retryAfter: 30 });
export const removeFailures = {
  ...{ 'the document is closed': closed, 'nobody is signed in': noSession, 'it is not there': gone, 'a wait': wait },
  ...failures,
};
export const copyFailures = { 'it is not there': gone, 'a wait': wait, 'nobody is signed in': noSession, ...failures };
export const kept = (files: readonly (StoredFile | null)[], status: DocumentStatus = 'draft') =>
  answered(sampleDocument(status, files));
/** Handed in two minutes ago, of which one is usual. */
export const overdue = answered({
  ...sampleDocument('in_review', [storedFile, storedFile]),
  submitted_at: '2026-01-15T11:58:00.000Z',
  expected_by: '2026-01-15T11:59:00.000Z',
});
