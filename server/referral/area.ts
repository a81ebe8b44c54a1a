import * as z from 'zod/mini';
import {
  referralInfoRead,
  referralInvite,
  referralInviteInfo,
  referralList,
  referralMailing,
  referralPage,
  referralRecruit,
  referralStop,
} from '../../contract/calls/referral.ts';
import { recruitDays } from '../../contract/referral.ts';
import { handle, type Area, type House, type SignedInCtx } from '../area.ts';
import { cookieNames } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { infoOf } from './info.ts';
import { invite, inviteFormOf, saveMailing, stopInvites } from './invites.ts';
import { recruiterOf, shownName } from './links.ts';
import { referredPageOf } from './list.ts';

/** How long a bonus is held, in seconds: long enough to see what came of it; in the sandbox long enough to be seen. */
const holds = { sandbox: 30, none: 14 * 86_400 };

const readerOf = ({ account, locale }: SignedInCtx) => ({ id: account.id, locale });

const prepare = async ({ db, config }: House): Promise<void> => {
  await db.updateTable('referral_terms').set({ hold_seconds: holds[config.providers] }).execute();
};

/** People who invite people: the link, letters, how far somebody came, bonuses. */
export const referralArea: Area = {
  name: 'referral',
  calls: [
    handle(referralInfoRead, infoOf),
    handle(referralList, async (ctx) => await referredPageOf(ctx.db, readerOf(ctx))),
    handle(referralPage, async (ctx, { params: { cursor } }) => await referredPageOf(ctx.db, readerOf(ctx), cursor), {
      at: '/api/referral/list/:cursor',
      params: z.object({ cursor: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,80}$/)) }),
    }),
    handle(referralInviteInfo, async (ctx) => await inviteFormOf(ctx, ctx.db)),
    handle(referralInvite, async (ctx, { body }) => await invite(ctx, body.email, body.again)),
    handle(referralMailing, async (ctx, { body }) => await saveMailing(ctx, body)),
    handle(
      referralRecruit,
      async (ctx, { params: { id } }) => {
        const recruiter = await recruiterOf(ctx.db, id);
        if (recruiter === null) throw new Refusal(404, 'not_found');
        const asker = ctx.account === null ? 'visitor' : ctx.account.id === recruiter ? 'own' : 'member';
        if (asker === 'visitor' && !ctx.request.idle) ctx.setCookie(cookieNames.recruit, id, recruitDays * 86_400);
        return { name: await shownName(ctx.db, recruiter), asker } as const;
      },
      { open: true },
    ),
    handle(
      referralStop,
      async (ctx, { body }) => {
        await stopInvites(ctx.db, body.token);
        return {};
      },
      { open: true },
    ),
  ],
  prepare,
};
