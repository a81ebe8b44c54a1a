import { isOwnPath } from '../../contract/address.ts';
import { isPublished } from '../../contract/outward.ts';
import { OperatorError, type Office } from '../office.ts';
import { tellWritten, written } from './written.ts';

const usage = `notice send <account or address> title=<words> text=<html> …
  display=inner|modal, type=secondary|success|danger, closable=true|false
  button="/path its words", as often as there are buttons; an https address of ORIGINS in place of a path`;

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

/** What an operator types behind `npm run operator -- notice`. @throws OperatorError */
export const operateNotice = async (
  { db, config, say }: Office,
  [what, to = '', ...words]: string[],
): Promise<void> => {
  if (what !== 'send' || to === '') throw new OperatorError(usage);
  const parts = words.map(partOf);
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
  const id = await tellWritten(db, asked.data);
  if (id === undefined) throw new OperatorError(`nobody is ${to}`);
  say(`${id}  told`);
};
