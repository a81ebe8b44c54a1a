import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { added } from '../limits.ts';
import { documentKind, documentSide, turns, verification, verificationDocument } from '../verification.ts';

const params = z.object({ id: documentKind });
const fileId = z.string().check(z.regex(/^[0-9A-Za-z]{1,64}$/));
const side = z.optional(documentSide);
const turn = z.optional(z.enum(turns));
const file = z.optional(z.file());

export const verificationList = defineCall({
  name: 'verification.list',
  method: 'GET',
  path: '/api/verification',
  body: 'none',
  basis: 'assumed',
  payload: verification,
});
export const verificationNew = defineCall({
  name: 'verification.new',
  method: 'GET',
  path: '/api/verification/:id/new',
  body: 'none',
  basis: 'assumed',
  note: 'id: the key of a document. Makes its draft, or gives the document that is there, whatever became of it',
  params,
  payload: verificationDocument,
  outlives: true,
  changes: true,
});
export const verificationUpload = defineCall({
  name: 'verification.upload',
  method: 'POST',
  path: '/api/verification/:id/upload',
  body: 'form',
  files: 2,
  basis: 'assumed',
  note: 'file0 shows side0, turned by turn0 to the right; a file takes the place of the one of its side. Not sent on when the page leaves: it is told how much has gone',
  params,
  input: z.object({ file0: z.file(), side0: documentSide, turn0: turn, file1: file, side1: side, turn1: turn }),
  payload: verificationDocument,
  patience: added.uploadAnswer,
  outlives: false,
});
export const verificationSubmit = defineCall({
  name: 'verification.submit',
  method: 'POST',
  path: '/api/verification/:id/submit',
  body: 'json',
  basis: 'assumed',
  note: 'sent again it answers the same',
  params,
  payload: verificationDocument,
});
export const verificationRemove = defineCall({
  name: 'verification.remove',
  method: 'POST',
  path: '/api/verification/:id/remove',
  body: 'json',
  basis: 'added',
  note: 'a paper that was sent by mistake is taken back before it is handed in; the specification has no call for it',
  params,
  input: z.object({ file: fileId }),
  payload: verificationDocument,
});
export const verificationFile = defineCall({
  name: 'verification.file',
  method: 'GET',
  path: '/api/verification/file/:file',
  body: 'none',
  basis: 'added',
  note: 'what is kept of a file, for whoever sent it: a picture to save and no envelope, unless it is refused',
  params: z.object({ file: fileId }),
  payload: z.unknown(),
  gives: 'file',
  patience: added.fileAnswer,
});
