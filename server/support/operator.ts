import { join } from 'node:path';
import { say as words } from '../http/words.ts';
import { keepFile, OperatorError, type Office } from '../office.ts';
import { answerThread, fileToSupport, findThread, listThreads, readThread, type Thread } from './desk.ts';

const usage = `support list
support show <account or thread>                the latest messages, or those that nobody has read yet, the first of them first
support answer <account or thread> [after=<number>] <text>
                                                after=: not over what was written behind this message, by the number that show says
support save <file> <folder>                    one of the files that show names`;

const threadOf = async ({ db }: Office, named: string): Promise<Thread> => {
  const thread = await findThread(db, named);
  if (!thread) throw new OperatorError(`${named} has not written to support`);
  return thread;
};

/** What somebody else wrote stays on its line, and moves no cursor of a terminal. */
const shown = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');

const list = async ({ db, say }: Office): Promise<void> => {
  const threads = await listThreads(db);
  for (const { id, number, since, unread, text } of threads)
    say(
      `${id}  account ${number}  ${since === null ? 'answered' : `waits since ${since}`}  ${unread} new  ${shown(text)}`,
    );
  const waiting = threads[0]?.waiting ?? 0;
  const most = waiting > threads.length ? `, the first ${threads.length} of whom stand here` : '';
  say(waiting === 0 ? 'nobody waits for an answer' : `${waiting} to answer${most}`);
};

const show = async (office: Office, named: string): Promise<void> => {
  const thread = await threadOf(office, named);
  const { items, latest } = await readThread(office.db, thread);
  for (const { seq, side, created_at: at, text, files } of items) {
    office.say(`${seq}  ${at}  ${side === 'own' ? 'support' : 'person'}: ${shown(text)}`);
    for (const { id, name, size } of files) office.say(`    ${id}  ${name}  ${size} bytes`);
  }
  const more = latest - (items.at(-1)?.seq ?? latest);
  if (more > 0) office.say(`${more} more behind these: support show ${thread.number}`);
};

const answer = async (office: Office, named: string, text: string, latest?: number): Promise<void> => {
  const thread = await threadOf(office, named);
  const problem = await answerThread(office.db, thread, text, latest);
  if (problem === 'said') throw new OperatorError(`${thread.id} ends with this answer already: it was not sent again`);
  if (problem === 'overtaken')
    throw new OperatorError(
      `more was written behind message ${latest}, and the answer was not sent: support show ${thread.number}`,
    );
  if (problem === 'unwritten')
    throw new OperatorError(
      `there is no message ${latest} yet, and the answer was not sent: support show ${thread.number}`,
    );
  if (problem) throw new OperatorError(words('en', `error.${problem}`));
  office.say(`${thread.id}  account ${thread.number}  answered`);
  const { unread } = await threadOf(office, thread.id);
  if (unread > 0) office.say(`${unread} new, which nobody has read: support show ${thread.number}`);
};

const save = async ({ db, say }: Office, id: string, folder: string): Promise<void> => {
  const file = await fileToSupport(db, id);
  if (!file) throw new OperatorError(`no file ${id}`);
  // Of its name the ending alone, which follows from what it is.
  const path = join(folder, `${id}${/\.[a-z]{1,5}$/.exec(file.name)?.[0] ?? ''}`);
  await keepFile(path, file.content);
  say(path);
};

/** What an operator types behind `npm run operator -- support`. @throws OperatorError */
export const operateSupport = async (office: Office, [what, named = '', ...rest]: string[]): Promise<void> => {
  if (what === 'list' && !named) return await list(office);
  if (what === 'show' && named && rest.length === 0) return await show(office, named);
  if (what === 'answer' && named) {
    const typed = rest.join(' ').trimStart();
    const after = /^after=(\d{1,9})(?:\s+|$)/.exec(typed);
    const text = typed.slice(after?.[0].length ?? 0);
    // What looks like the option and is none would be read by the person, and cannot be taken back.
    const isMistyped = !after && /^\W*after\s*[=:]/i.test(typed);
    if (text !== '' && !isMistyped) return await answer(office, named, text, after ? Number(after[1]) : undefined);
  }
  if (what === 'save' && named && rest[0] !== undefined && rest.length === 1) return await save(office, named, rest[0]);
  throw new OperatorError(usage);
};
