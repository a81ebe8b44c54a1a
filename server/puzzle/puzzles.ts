import { sql } from 'kysely';
import { added } from '../../contract/limits.ts';
import { seal, unseal } from '../auth/seal.ts';
import { hashToken, newToken } from '../auth/tokens.ts';
import { waitFor } from '../auth/attempts.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';

/** How far from its place a piece may be put, in pixels. */
const tolerance = 6;

export interface NewPuzzle {
  id: string;
  expiresAt: string;
  patientAt: string;
}

/** Writes a puzzle down for a browser; `left` is where its piece belongs. */
export const makePuzzle = async (db: Db, browser: string, left: number): Promise<NewPuzzle> => {
  const id = newToken();
  const { rows } = await sql<{ expires_at: string; patient_at: string }>`
    insert into puzzles (name, browser_hash, sealed_place, expires_at)
    values (${id}, ${hashToken(browser)}, ${seal(String(left), browser)},
            now() + make_interval(secs => ${added.puzzleLifetime / 1000}))
    returning expires_at, requested_at + make_interval(secs => ${added.puzzlePatience / 1000}) as patient_at`.execute(
    db,
  );
  const made = rows[0];
  if (made === undefined) throw new Error('a puzzle was not made');
  return { id, expiresAt: made.expires_at, patientAt: made.patient_at };
};

interface Answer {
  id: string;
  browser: string | undefined;
  /** Where the piece was put; undefined: somebody has waited instead. */
  x: number | undefined;
}

/**
 * Checks an answer, and has the puzzle solved for two more minutes. A solved one may be answered again: an answer can be
 * lost. Outside any transaction: a wrong try stays counted.
 * @throws Refusal 422 `wrong_place` with `params.left`, 409 `puzzle_over`, 429 `wait_before_retry`.
 */
export const answerPuzzle = async (db: Db, { id, browser, x }: Answer): Promise<void> => {
  if (browser === undefined) throw new Refusal(409, 'puzzle_over');
  if (await isSolved(db, id, browser)) return;
  if (x === undefined) return await waitedFor(db, id, browser);
  const { rows } = await sql<{ sealed_place: Buffer; tries: number }>`
    update puzzles set tries = tries + 1
    where name = ${id} and browser_hash = ${hashToken(browser)} and solved_at is null and expires_at > now()
      and tries < ${added.puzzleTries}
    returning sealed_place, tries`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Refusal(409, 'puzzle_over');
  if (Math.abs(x - Number(unseal(row.sealed_place, browser))) <= tolerance) return await solve(db, id);
  const left = added.puzzleTries - row.tries;
  if (left === 0) throw new Refusal(409, 'puzzle_over');
  throw new Refusal(422, 'wrong_place', { params: { left } });
};

const isSolved = async (db: Db, id: string, browser: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from puzzles where name = ${id} and browser_hash = ${hashToken(browser)}
      and solved_at is not null and used_at is null and expires_at > now()`.execute(db);
  return rows.length > 0;
};

const solve = async (db: Db, id: string): Promise<void> => {
  await sql`
    update puzzles set solved_at = now(), expires_at = now() + make_interval(secs => ${added.puzzleLifetime / 1000})
    where name = ${id} and solved_at is null`.execute(db);
};

const waitedFor = async (db: Db, id: string, browser: string): Promise<void> => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from requested_at - now()) + ${added.puzzlePatience / 1000}::int)::int as seconds
    from puzzles
    where name = ${id} and browser_hash = ${hashToken(browser)} and solved_at is null and expires_at > now()`.execute(
    db,
  );
  const row = rows[0];
  if (row === undefined) throw new Refusal(409, 'puzzle_over');
  if (row.seconds > 0) throw waitFor(row.seconds);
  await solve(db, id);
};

/** Uses one solved puzzle of a browser up. @returns its id; undefined when it has none. */
export const takeSolved = async (db: Db, browser: string | undefined): Promise<string | undefined> => {
  if (browser === undefined) return undefined;
  const { rows } = await sql<{ id: string }>`
    update puzzles set used_at = now() where id = (
      select id from puzzles where browser_hash = ${hashToken(browser)} and solved_at is not null and used_at is null
        and expires_at > now()
      order by id limit 1 for update skip locked)
    returning id`.execute(db);
  return rows[0]?.id;
};

/** It has let nothing through: as long as it lives it is as good as before. */
export const giveSolvedBack = async (db: Db, id: string): Promise<void> => {
  await sql`update puzzles set used_at = null where id = ${id}::bigint`.execute(db);
};
