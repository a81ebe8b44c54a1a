import { sql } from 'kysely';
import { userInfo, userSaveInfo, type PersonalInfo } from '../../contract/calls/user.ts';
import { countries } from '../../contract/countries.ts';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { canonicalValue, problemsOfFields } from '../../contract/fields/problem-of-field.ts';
import { personalFields, personalNames, type PersonalValues } from '../../contract/personal.ts';
import { handle } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import type { Account } from '../scanned.ts';

type Told = PersonalValues & { edition: number };

/** What a person has told of themselves; edition 0 for nothing yet. */
export const readPersonal = async (db: Db, accountId: string): Promise<Told> => {
  const row = await db.selectFrom('personal').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  const { display_name = '', phone = '', country = '', birthday = '', edition = 0 } = row ?? {};
  return { display_name, phone, country, birthday: birthday ?? '', edition };
};

const infoOf = ({ email }: Account, told: Told): PersonalInfo => ({ ...told, email });

/**
 * In one spelling each. A birthday may be tomorrow's by UTC where it is tomorrow already.
 * @throws Refusal 422 with what is wrong with each field.
 */
const soundValues = (typed: PersonalValues, now: string): PersonalValues => {
  const tomorrow = new Date(Date.parse(now) + 14 * 3_600_000).toISOString().slice(0, 10);
  const fields = personalFields(tomorrow);
  const wrong = problemsOfFields(fields, typed) as Record<string, ErrorCode>;
  if (typed.country.trim() !== '' && !countries.includes(typed.country.trim())) wrong['country'] = 'not_an_option';
  if (Object.keys(wrong).length > 0) throw new Refusal(422, 'invalid', { fields: wrong });
  const canonical = fields.map((field) => [
    field.name,
    canonicalValue(field, typed[field.name as keyof PersonalValues]),
  ]);
  return Object.fromEntries(canonical) as PersonalValues;
};

/** One conditional write: of two that have seen the same edition one is refused. */
const write = async (db: Db, accountId: string, values: PersonalValues, edition: number): Promise<boolean> => {
  const { display_name, phone, country } = values;
  const birthday = values.birthday === '' ? null : values.birthday;
  const { numAffectedRows = 0n } =
    edition === 0
      ? await sql`
          insert into personal (account_id, display_name, phone, country, birthday)
          values (${accountId}, ${display_name}, ${phone}, ${country}, ${birthday}::date)
          on conflict (account_id) do nothing`.execute(db)
      : await sql`
          update personal set display_name = ${display_name}, phone = ${phone}, country = ${country},
            birthday = ${birthday}::date, edition = edition + 1, changed_at = clock_timestamp()
          where account_id = ${accountId} and edition = ${edition}`.execute(db);
  return numAffectedRows === 1n;
};

export const personalCalls = [
  handle(userInfo, async ({ db, account }) => infoOf(account, await readPersonal(db, account.id))),
  handle(userSaveInfo, async (ctx, { body: { edition, ...typed } }) => {
    const { account } = ctx;
    const values = soundValues(typed, ctx.now);
    const told = await ctx.transaction(async (db) => {
      const isWritten = await write(db, account.id, values, Number(edition));
      const now = await readPersonal(db, account.id);
      if (!isWritten && personalNames.some((name) => now[name] !== values[name])) throw new Refusal(409, 'conflict');
      return now;
    });
    return infoOf(account, told);
  }),
];
