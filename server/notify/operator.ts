import { isOwnPath } from '../../contract/address.ts';
import { isPublished } from '../../contract/outward.ts';
import { onceEach, OperatorError, type Office } from '../office.ts';
import { listWritten, takeBackWritten, tellWritten, written } from './written.ts';

const usage = `notice send <account or address> title=<words> text=<html> …
  display=inner|modal, type=secondary|success|danger, closable=true|false
  button="/path its words", as often as there are buttons; an https address of ORIGINS in place of a path
notice list <account or address>             what was sent there and is not taken back
notice take-back <account or address> <id>   of one nothing stands there any more, whether it was closed or not`;

const names = ['title', 'text', 'display', 'type', 'closable', 'button'];

/** `title=Hello` → its name and what is said under it. */
const partOf = (word: string): [name: string, said: string] => {
  const [, name = '', said = ''] = /^(\w+)=(.*)$/s.exec(word) ?? [];
  if (!names.includes(name)) throw new OperatorError(`${word} is no part of a notice\n${usage}`);
  return [name, said];
};

/** `/deposit Top up` → where a button leads, which is a page of ours or of a published origin, and its words. */
const buttonOf = (said: string, origins: readonly string[]) => {
  const [, url = '', title = ''] = /^(\S+)\s+(\S.*)$/s.exec(said) ?? [];
  if (!isOwnPath(url) && !isPublished(url, origins))
    throw new OperatorError(`${said} is no button: "/path its words", or an address whose origin ORIGINS names`);
  return { url, title };
};

const closableOf = (said: string): boolean => {
  if (said !== 'true' && said !== 'false') throw new OperatorError(`closable is true or false, not ${said}`);
  return said === 'true';
};

const list = async ({ db, say }: Office, to: string): Promise<void> => {
  const notices = await listWritten(db, to);
  if (notices === undefined) throw new OperatorError(`nobody is ${to}`);
  for (const { id, created_at: at, closed_at: closed, title, closable } of notices) {
    const stands = closable ? 'may be closed' : 'stays until it is taken back';
    say(`${id}  ${at}  ${closed === null ? stands : `closed at ${closed}`}  ${title}`);
  }
  if (notices.length === 0) say('nothing stands there');
};

const takeBack = async ({ db, say }: Office, to: string, id: string): Promise<void> => {
  const isTaken = await takeBackWritten(db, to, id);
  if (isTaken === undefined) throw new OperatorError(`nobody is ${to}`);
  if (!isTaken) throw new OperatorError(`no notice ${id} stands there`);
  say(`${id}  taken back`);
};

/** What an operator types behind `npm run operator -- notice`. @throws OperatorError */
export const operateNotice = async (office: Office, [what, to = '', ...words]: string[]): Promise<void> => {
  const [id, ...more] = words;
  if (what === 'list' && to !== '' && id === undefined) return await list(office, to);
  if (what === 'take-back' && id !== undefined && more.length === 0) return await takeBack(office, to, id);
  if (what !== 'send' || to === '') throw new OperatorError(usage);
  await send(office, to, words);
};

const send = async ({ db, config, say, whyNowhere }: Office, to: string, words: string[]): Promise<void> => {
  const parts = words.map(partOf);
  onceEach(parts.filter(([name]) => name !== 'button'));
  const { button: _button, closable, ...texts } = Object.fromEntries(parts);
  const asked = written.safeParse({
    ...texts,
    to,
    ...(closable !== undefined && { closable: closableOf(closable) }),
    buttons: parts.filter(([name]) => name === 'button').map(([, said]) => buttonOf(said, config.origins)),
  });
  if (!asked.success) {
    const wrong = asked.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new OperatorError(`missing or not as it should be: ${wrong}\n${usage}`);
  }
  for (const { url } of asked.data.buttons) {
    const why = isOwnPath(url) ? await whyNowhere?.(url) : undefined;
    if (why !== undefined) throw new OperatorError(`button: ${why}`);
  }
  const told = await tellWritten(db, asked.data, { once: true });
  if (told === undefined) throw new OperatorError(`nobody is ${to}`);
  say(`${told.id}  ${told.before ? 'stands there in these words already: it was not told again' : 'told'}`);
};
