import * as z from 'zod/mini';
import {
  verificationFile,
  verificationList,
  verificationNew,
  verificationRemove,
  verificationSubmit,
  verificationUpload,
} from '../../contract/calls/verification.ts';
import { devTool, handle, type Area } from '../area.ts';
import { levelOf } from '../payments/methods.ts';
import { sandboxSettings, tellSandbox } from '../providers/sandbox-settings.ts';
import { documentEntities, documentEntity, ownDocument } from './documents.ts';
import { ownFile, removeFile, takeFiles } from './files.ts';
import { readLevels } from './levels.ts';
import { startReviews } from './reviewer.ts';
import { submitDocument } from './submit.ts';

/** Papers by which a person is known: sent, looked at, and what follows for the account. */
export const verificationArea: Area = {
  name: 'verification',
  calls: [
    handle(verificationList, async ({ db, account }) => ({
      level: await levelOf(db, account.id),
      levels: await readLevels(db),
      documents: await documentEntities(db, account.id),
    })),
    handle(verificationNew, async ({ db, account }, { params: { id } }) =>
      documentEntity(db, await ownDocument(db, account.id, id)),
    ),
    handle(verificationUpload, async (ctx, input) => documentEntity(ctx.db, await takeFiles(ctx, input))),
    handle(verificationRemove, async (ctx, input) => documentEntity(ctx.db, await removeFile(ctx, input))),
    handle(verificationSubmit, async (ctx, { params: { id } }) =>
      documentEntity(ctx.db, await submitDocument(ctx, id)),
    ),
    handle(verificationFile, async ({ db, account }, { params: { file } }) => await ownFile(db, account.id, file)),
  ],
  dev: [
    /** How long the sandbox looks at papers, of everybody or of one account; without a delay as long as usual. */
    devTool(
      '/dev/reviewer',
      z.object({
        delay_ms: z.optional(sandboxSettings.reviewer.shape.delay_ms),
        account: z.optional(z.string().check(z.regex(/^\d{8}$/))),
      }),
      async ({ db }, { delay_ms: delay, account }) => {
        const told = delay === undefined ? null : { delay_ms: delay };
        await tellSandbox(db, 'reviewer', told, account);
        return { reviewer: told };
      },
    ),
  ],
  start: startReviews,
};
