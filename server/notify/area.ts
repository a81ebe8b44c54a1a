import { sql } from 'kysely';
import { notifyClose, notifyList } from '../../contract/calls/notify.ts';
import { handle, type Area } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { raise } from '../revision.ts';
import { inboxPage } from './inbox.ts';
import { notifyTools } from './dev.ts';
import { readNotifications } from './read.ts';

/** What the house wrote to stay stays until the house takes it back. */
const mayBeClosed = sql<boolean>`params->>'closable' is distinct from 'false'`;

/** What the house tells an account by itself. */
export const notifyArea: Area = {
  name: 'notify',
  calls: [
    handle(notifyClose, async (ctx, { body: { id } }) => {
      await ctx.transaction(async (db) => {
        const closed = await db
          .updateTable('notifications')
          .set({ closed_at: sql`clock_timestamp()` })
          .where('account_id', '=', ctx.account.id)
          .where('id', '=', id)
          .where('closed_at', 'is', null)
          .where(mayBeClosed)
          .executeTakeFirstOrThrow();
        if (closed.numUpdatedRows > 0n) return void (await raise(db, ctx.account.id, 'notifications'));
        const known = await db
          .selectFrom('notifications')
          .select('closed_at')
          .where('account_id', '=', ctx.account.id)
          .where('id', '=', id)
          .executeTakeFirst();
        if (!known) throw new Refusal(404, 'not_found');
        if (known.closed_at === null) throw new Refusal(403, 'forbidden');
      });
      return {};
    }),
    handle(
      notifyList,
      async (ctx, { query: { cursor } }) => await inboxPage(ctx.db, { id: ctx.account.id, locale: ctx.locale }, cursor),
    ),
  ],
  readers: { notifications: readNotifications },
  dev: notifyTools,
};
