import { join } from 'node:path';
import { documentSide, fileReasons, type DocumentSide, type FileReason } from '../../contract/verification.ts';
import type { Db } from '../db/db.ts';
import { keepFile, onceEach, OperatorError, type Office } from '../office.ts';
import { decide, type Looked, type Verdict } from './decide.ts';

const usage = `verification list
verification save <document> <folder>      the pictures of one, to look at; says <document>/<round>
verification approve <document>/<round>    all that was saved of this round is good
verification reject <document>/<round> <side>=<reason> …
  sides: ${documentSide.options.join(', ')}; reasons: ${fileReasons.join(', ')}`;

/** `<document>/<round>`, as it is typed. */
const named = ({ id, round }: Looked): string => `${id}/${round}`;

const list = async ({ db, say }: Office): Promise<void> => {
  const rows = await db
    .selectFrom('verification_documents as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .select(['d.id', 'd.kind', 'd.submitted_at', 'd.rounds', 'a.number'])
    .where('d.status', '=', 'in_review')
    .orderBy('d.submitted_at')
    .execute();
  for (const { id, kind, submitted_at: since, rounds, number } of rows)
    say(`${named({ id, round: rounds })}  ${kind}  account ${number}  since ${since ?? ''}`);
  say(rows.length === 0 ? 'nothing waits for a look' : `${rows.length} to look at`);
};

const save = async ({ db, say }: Office, typed: string, folder: string): Promise<void> => {
  const [id = ''] = typed.split('/');
  // In one statement: pictures of this round, and of no other.
  const files = await db
    .selectFrom('verification_documents as d')
    .innerJoin('verification_files as f', 'f.document_id', 'd.id')
    .select(['d.status', 'd.rounds as round', 'f.side', 'f.content'])
    .where('d.id', '=', id)
    .orderBy('f.side')
    .execute();
  const [first] = files;
  if (!first) throw new OperatorError(`no pictures of ${id}`);
  if (first.status !== 'in_review' && first.status !== 'verified')
    throw new OperatorError(`${id} is ${first.status}: its person may be sending other pictures just now`);
  for (const { round, side, content } of files) {
    const path = join(folder, `${id}-${round}-${side}.jpg`);
    await keepFile(path, content);
    say(path);
  }
  say(`these are ${named({ id, round: first.round })}`);
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
  return Object.fromEntries(onceEach(said));
};

/** `<document>/<round>`. @throws OperatorError */
const looked = (typed: string): Looked => {
  const [, id, round] = /^(\w+)\/(\d{1,9})$/.exec(typed) ?? [];
  if (id === undefined || round === undefined)
    throw new OperatorError(
      `${typed} does not say which pictures were looked at: save them, and type <document>/<round>`,
    );
  return { id, round: Number(round) };
};

const whyNot = async (db: Db, { id, round }: Looked): Promise<string> => {
  const row = await db
    .selectFrom('verification_documents')
    .select(['status', 'rounds', 'decided_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.decided_at && (row.status === 'verified' || row.status === 'rejected'))
    return `${id} is ${row.status} since ${row.decided_at}`;
  if (row?.decided_at && row.status !== 'in_review')
    return `${id} was rejected at ${row.decided_at}; its person is sending other pictures`;
  return row?.status === 'in_review' && row.rounds !== round
    ? `other pictures were sent since ${named({ id, round })}: save them first`
    : `${id} does not wait for a verdict`;
};

const end = async ({ db, config, say }: Office, typed: string, verdict: Verdict): Promise<void> => {
  const papers = looked(typed);
  const { id } = papers;
  const sides = await db.selectFrom('verification_files').select('side').where('document_id', '=', id).execute();
  const foreign = Object.keys(verdict).find((side) => !sides.some((one) => one.side === side));
  if (foreign !== undefined) throw new OperatorError(`${id} has no side ${foreign}`);
  const row = await decide(db, config, papers, verdict);
  if (!row) throw new OperatorError(await whyNot(db, papers));
  say(`${named(papers)}  ${row.kind}  ${row.status}`);
};

/** What an operator types behind `npm run operator -- verification`. @throws OperatorError */
export const operateVerification = async (office: Office, [what, id = '', ...rest]: string[]): Promise<void> => {
  if (what === 'list' && !id) return await list(office);
  if (what === 'save' && id && rest[0] !== undefined && rest.length === 1) return await save(office, id, rest[0]);
  if (what === 'approve' && id && rest.length === 0) return await end(office, id, {});
  if (what === 'reject' && id) return await end(office, id, verdictOf(rest));
  throw new OperatorError(usage);
};
