import { filesOfMessage, longestMessage, plainText, problemOfMessage } from '../../contract/chat.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { troubleOf, type Trouble } from '../form/trouble.ts';
import { isGone, portTrouble, type FileFacts } from '../upload/upload.context.ts';

/** A file by its handle, in the memory of the page that gave it. A journal tells support what happened on the page. */
export interface OutFile {
  handle: string;
  kind: FileFacts['kind'] | 'journal';
  size: number;
  /** Of a journal: how many steps it tells of. */
  count?: number;
  /** As it was read from the device: another page holds it, which lives; or no page does. */
  elsewhere?: boolean;
  gone?: boolean;
}

/** A message that stands on this device until it stands in the chat. `id` is the name under which it is sent, however often. */
export interface OutMessage {
  id: string;
  text: string;
  files: OutFile[];
  is: 'waiting' | 'sent' | 'refused';
  trouble: Trouble | null;
}

export interface OutboxInput {
  account: string | null;
  kind: 'support' | 'private';
  thread: string;
  /** The person came to report a problem. */
  reporting: boolean;
  /** The person came to ask about the operation of this id. */
  about: string | null;
}

export interface OutboxContext extends OutboxInput {
  /** The id of the chat, once it is heard; and what stands on the device under it. */
  called: string;
  found: Kept | null;
  text: string;
  files: OutFile[];
  /** The file that is looked at, by its handle. */
  given: string;
  /** Those that were chosen along with it, and are looked at behind it. */
  more: string[];
  /** The oldest first. */
  messages: OutMessage[];
  /** The one that is on its way, and how much of it has gone. */
  sending: string;
  percent: number;
  /** How often in a row no answer came. */
  tries: number;
  /** What is wrong with what is written, how often it was sent so, and why what waits does not go. */
  trouble: Trouble | null;
  corrections: number;
  lineTrouble: Trouble | null;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
}

export const begun = (input: OutboxInput): OutboxContext => ({
  ...input,
  ...{ text: '', files: [], given: '', more: [], messages: [], sending: '', percent: 0, tries: 0 },
  ...{ trouble: null, corrections: 0, lineTrouble: null, at: 0, heldUntil: 0, called: '', found: null },
});

/** What a device keeps of a chat: what is in the form, and what has not come to the chat. */
export interface Kept {
  text: string;
  files?: OutFile[];
  messages: OutMessage[];
}

export const isReport = ({ kind }: OutFile): boolean => kind === 'journal';
const isHere = ({ elsewhere, gone }: OutFile): boolean => !elsewhere && !gone;
const isLost = (file: OutFile): boolean => file.gone === true && !isReport(file);

/** What waits with a file that another page holds is sent there; with one that is gone it would be another message. */
const toSendHere = (messages: OutMessage[]): OutMessage[] =>
  messages
    .filter(({ files }) => !files.some(({ elsewhere }) => elsewhere))
    .map((one) =>
      one.files.some(({ gone }) => gone) ? { ...one, is: 'refused', trouble: { code: 'file_gone' } } : one,
    );

/** The form has those of its files that this page holds, and says that one went with an earlier page; of records none that is older than the wish for one. */
export const takenUp = (
  { reporting }: Pick<OutboxContext, 'reporting'>,
  { text, files = [], messages }: Kept,
): Pick<OutboxContext, 'text' | 'files' | 'messages' | 'trouble'> => ({
  text,
  files: files.filter((file) => isHere(file) && !(reporting && isReport(file))),
  trouble: files.some(isLost) ? { code: 'file_gone' } : null,
  messages: toSendHere(messages),
});

/** What was there first goes before what is written here. Under one name there is one message. */
const afterThose = (before: OutMessage[], here: OutMessage[]): OutMessage[] => [
  ...before.filter(({ id }) => here.every((one) => one.id !== id)),
  ...here,
];

export const withLeft = ({ messages }: OutboxContext, left: OutMessage[]): OutMessage[] =>
  afterThose(toSendHere(left), messages);

const written = (...texts: string[]): string => texts.filter((part) => part !== '').join('\n');

/** What stood under the id of the chat, before what is written here; null where the form has no room for the files of both. */
export const broughtTogether = (
  context: OutboxContext,
): Pick<OutboxContext, 'text' | 'files' | 'messages' | 'trouble' | 'found'> | null => {
  const before = takenUp(context, context.found!);
  const files = [
    ...before.files.filter(({ handle }) => context.files.every((one) => one.handle !== handle)),
    ...context.files,
  ];
  if (plainOf(files).length > filesOfMessage) return null;
  return {
    ...{ text: written(before.text, context.text), files, messages: afterThose(before.messages, context.messages) },
    ...{ trouble: before.trouble ?? context.trouble, found: null },
  };
};

export const mostTries = 5;
/** 1 s, 2 s, 4 s … */
export const pauseOf = (tries: number): number => Math.min(added.pollLongest, added.pollFirst * 2 ** (tries - 1));

export const isReporting = ({ kind, reporting, files }: OutboxContext): boolean =>
  kind === 'support' && reporting && !files.some(isReport);

/** The form that is about an operation begins with its id, once. */
export const askedAbout = ({ text, about }: Pick<OutboxContext, 'text' | 'about'>): string =>
  about === null || text.includes(about) ? text : `${about}\n${text}`;

const plainOf = (files: OutFile[]): OutFile[] => files.filter((file) => !isReport(file));
export const hasRoom = ({ files }: OutboxContext): boolean => plainOf(files).length < filesOfMessage;

/** Words outlive the page on this device: what waits is on its way, and files go with the page. */
const goesWithPage = ({ is, files, trouble }: OutMessage): boolean =>
  is === 'waiting' || (is === 'refused' && files.length > 0 && trouble?.code !== 'file_gone');
export const holdsSomething = ({ files, messages }: OutboxContext): boolean =>
  files.length > 0 || messages.some(goesWithPage);

/** What a message is told by before it gets its name. */
export interface Named {
  text: string;
  files: number;
}

/** What is wrong with what is written, as a code; null where it can be sent. Not for the chart: in a journal the text is masked. */
export function problemOf({ text, files }: Named): string | null {
  const problem = problemOfMessage(plainText(text), files);
  if (problem === null || problem === 'card_number') return problem;
  return problem === 'too_long' ? 'message_long' : 'message_empty';
}

const aboutText: readonly string[] = ['message_long', 'message_empty', 'card_number'];
/** Whether it is the text that has to be put right: otherwise it is a file, or the browser. */
export const isAboutText = ({ code }: Trouble): boolean => aboutText.includes(code);

/** The same as it was told; null where something else went wrong. */
export function textTrouble(error: unknown): Trouble | null {
  const { code } = Object(error) as { code?: unknown };
  if (typeof code !== 'string' || !isAboutText({ code })) return null;
  return code === 'message_long' ? { code, params: { most: longestMessage } } : { code };
}

/** The next one to go: what was refused waits for its author, and holds nothing up. */
export const nextOf = ({ messages }: Pick<OutboxContext, 'messages'>): OutMessage | undefined =>
  messages.find(({ is }) => is === 'waiting');
/** A definite no, that another sending would hear too; and a file that this page does not hold any more. */
export const isRefused = (error: unknown): boolean =>
  isCallError(error) ? error.kind === 'refused' && error.statusCode !== 401 : isGone(error);

/** What the server said of the text or of a file stands before what it said of the whole. */
export function refusalOf(error: unknown): Trouble {
  const [code] = isCallError(error) ? Object.values(error.fields ?? {}) : [];
  if (code !== undefined) return { code };
  if (isGone(error)) return portTrouble(error);
  const trouble = troubleOf(error);
  return trouble.code === 'not_found' ? { code: 'no_such_account' } : trouble;
}

/** The one that is on its way was refused: files of it that could not leave do not come back with it. */
export const withRefused = ({ messages, sending }: OutboxContext, error: unknown): OutMessage[] => {
  const { handles = [] } = Object(error) as { handles?: readonly string[] };
  const files = (messages.find(({ id }) => id === sending)?.files ?? []).map((file) =>
    handles.includes(file.handle) ? { ...file, gone: true } : file,
  );
  return mark(messages, sending, { is: 'refused', trouble: refusalOf(error), files });
};

/** Whatever else changes, the same message would be refused for this again. */
const ofTheMessage: readonly string[] = [
  'file_broken',
  'file_empty',
  'file_gone',
  'file_size',
  'file_type',
  'journal_large',
  'journal_unmasked',
  'message_differs',
  'no_such_account',
  'own_account',
];
const refusedIn = ({ messages }: OutboxContext, id: string): OutMessage | undefined =>
  messages.find((one) => one.id === id && one.is === 'refused');
export function mayGoAgain(context: OutboxContext, id: string): boolean {
  const { trouble = null } = refusedIn(context, id) ?? {};
  return trouble !== null && !isAboutText(trouble) && !ofTheMessage.includes(trouble.code);
}

/**
 * The form with a refused message before what is written there: of its files those that are still there, of two records
 * that of the form, and why it was refused; null where the form has no room for its files, or none was refused.
 */
export function takenBack(
  context: OutboxContext,
  id: string,
): Pick<OutboxContext, 'text' | 'files' | 'trouble'> | null {
  const { text, files, trouble } = refusedIn(context, id) ?? {};
  if (text === undefined || files === undefined) return null;
  const isRecorded = context.files.some(isReport);
  const all = [...files.filter((file) => !file.gone && !(isRecorded && isReport(file))), ...context.files];
  if (plainOf(all).length > filesOfMessage) return null;
  return { text: written(text, context.text), files: all, trouble: trouble ?? null };
}

export const mark = (messages: OutMessage[], id: string, changes: Partial<OutMessage>): OutMessage[] =>
  messages.map((one) => (one.id === id ? { ...one, ...changes } : one));

const nameOfFile = ['file0', 'file1', 'file2', 'file3', 'file4'] as const;

/** The form that is sent, by the kind of the chat. */
export function formOf(context: OutboxContext) {
  const { thread, kind } = context;
  const { id = '', text = '', files = [] } = nextOf(context) ?? {};
  const plain = plainOf(files);
  const journal = files.find(isReport);
  const body = {
    client_id: id,
    ...(kind === 'support' ? { text } : { message: text }),
    ...Object.fromEntries(plain.map(({ handle }, at) => [nameOfFile[at], { handle }])),
    ...(journal && { journal: { handle: journal.handle } }),
  };
  return { params: { id: thread }, body };
}

/** The file of the next one that is first in its form: by it is told how much of them all has gone. */
export function firstFile(context: Pick<OutboxContext, 'messages'>): string {
  const { files = [] } = nextOf(context) ?? {};
  return (plainOf(files)[0] ?? files[0])?.handle ?? '';
}
