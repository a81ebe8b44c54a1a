import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { documentSide, fileReasons, type DocumentSide, type FileReason } from '../../contract/verification.ts';
import { OperatorError, type Office } from '../office.ts';
import { decide, type Verdict } from './decide.ts';

const usage = `verification list
verification save <document> <folder>      the pictures of one, to look at
verification approve <document>
verification reject <document> <side>=<reason> …
  sides: ${documentSide.options.join(', ')}; reasons: ${fileReasons.join(', ')}`;

const list = async ({ db, say }: Office): Promise<void> => {
  const rows = await db
    .selectFrom('verification_documents as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .select(['d.id', 'd.kind', 'd.submitted_at', 'd.rounds', 'a.number'])
    .where('d.status', '=', 'in_review')
    .orderBy('d.submitted_at')
    .execute();
  for (const { id, kind, submitted_at: since, rounds, number } of rows)
    say(`${id}  ${kind}  account ${number}  since ${since ?? ''}  round ${rounds}`);
  say(rows.length === 0 ? 'nothing waits for a look' : `${rows.length} to look at`);
};

const save = async ({ db, say }: Office, id: string, folder: string): Promise<void> => {
  const files = await db
    .selectFrom('verification_files')
    .select(['side', 'content'])
    .where('document_id', '=', id)
    .execute();
  if (files.length === 0) throw new OperatorError(`no pictures of ${id}`);
  for (const { side, content } of files) {
    const path = join(folder, `${side}.jpg`);
    await writeFile(path, content, { mode: 0o600 });
    say(path);
  }
};

/** `front=blurry` → what is wrong with that side. */
const verdictOf = (words: string[]): Verdict => {
  const said = words.map((word): [DocumentSide, FileReason] => {
    const [side, reason] = word.split('=');
    const known = [
      documentSide.options.find((one) => one === side),
      fileReasons.find((one) => one === reason),
    ] as const;
    if (!known[0] || !known[1]) throw new OperatorError(`${word} is no <side>=<reason>\n${usage}`);
    return [known[0], known[1]];
  });
  if (said.length === 0) throw new OperatorError(`a rejection says what is wrong\n${usage}`);
  return Object.fromEntries(said);
};

const end = async ({ db, config, say }: Office, id: string, verdict: Verdict): Promise<void> => {
  const sides = await db.selectFrom('verification_files').select('side').where('document_id', '=', id).execute();
  const foreign = Object.keys(verdict).find((side) => !sides.some((one) => one.side === side));
  if (foreign !== undefined) throw new OperatorError(`${id} has no side ${foreign}`);
  const row = await decide(db, config, id, verdict);
  if (!row) throw new OperatorError(`${id} does not wait for a verdict`);
  say(`${id}  ${row.kind}  ${row.status}`);
};

/** What an operator types behind `npm run operator -- verification`. @throws OperatorError */
export const operateVerification = async (office: Office, [what, id = '', ...rest]: string[]): Promise<void> => {
  if (what === 'list') return await list(office);
  if (what === 'save' && id && rest[0] !== undefined) return await save(office, id, rest[0]);
  if (what === 'approve' && id) return await end(office, id, {});
  if (what === 'reject' && id) return await end(office, id, verdictOf(rest));
  throw new OperatorError(usage);
};
