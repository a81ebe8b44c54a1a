import { sql } from 'kysely';
import { configMailing, configSaveMailing } from '../../contract/calls/settings.ts';
import { letterKinds, optionalLetters, type LetterSetting } from '../../contract/mailing.ts';
import { handle } from '../area.ts';
import type { Db } from '../db/db.ts';

/** Every kind of letter, and whether the account gets it. */
export const readMailing = async (db: Db, accountId: string): Promise<LetterSetting[]> => {
  const rows = await db.selectFrom('unwanted_letters').select('kind').where('account_id', '=', accountId).execute();
  const off = new Set<string>(rows.map(({ kind }) => kind));
  const optional: readonly string[] = optionalLetters;
  return letterKinds.map((kind) => ({ kind, on: !off.has(kind), locked: !optional.includes(kind) }));
};

export const mailingCalls = [
  handle(configMailing, async ({ db, account }) => ({ items: await readMailing(db, account.id) })),
  handle(configSaveMailing, async (ctx, { body: { kind, on } }) => {
    const { id } = ctx.account;
    return await ctx.transaction(async (db) => {
      await (
        on
          ? sql`delete from unwanted_letters where account_id = ${id} and kind = ${kind}`
          : sql`insert into unwanted_letters (account_id, kind) values (${id}, ${kind}) on conflict do nothing`
      ).execute(db);
      return { items: await readMailing(db, id) };
    });
  }),
];
