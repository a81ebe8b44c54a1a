import { sql, type Kysely } from 'kysely';

const statements = [
  // Of the tries of a letter those at which its address was refused. A mail server that was gone refused nobody.
  `alter table mail_outbox add column refusals smallint not null default 0`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
