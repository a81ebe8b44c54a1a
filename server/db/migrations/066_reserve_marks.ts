import { sql, type Kysely } from 'kysely';
import { buildMissing, type LargeIndex } from '../large-indexes.ts';

/** What the house has of a currency behind a posting is a range of this one. In place of the one before it: a transfer writes to it as well. */
export const concurrently: LargeIndex[] = [
  { name: 'postings_of_house', on: 'postings (house, currency, id) include (amount) where house is not null' },
];

const statements = [
  // What the house has on its exchange account by all postings up to `through`: the sum over them grew with the history, and was
  // made anew for each list of rates and for each confirm. Those up to `seen` are next: nobody adds one more of them once every
  // transaction before `before` has ended. Written by server/exchange/reserve-marks.ts.
  `create table reserve_marks (
    currency text primary key references currencies (code),
    amount numeric not null
  )`,
  `create table reserve_reach (
    one boolean primary key default true check (one),
    through bigint not null default 0,
    seen bigint not null default 0,
    before xid8 not null default '0',
    check (through <= seen)
  )`,
  `insert into reserve_reach default values`,
  // Too few for PostgreSQL to count them by itself: it plans for hundreds, each with its range of postings.
  `analyze currencies`,
  `drop index postings_by_house`,
];

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await buildMissing(db, concurrently);
  for (const statement of statements) await sql.raw(statement).execute(db);
};
