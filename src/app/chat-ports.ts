import { chatFile } from '../../contract/calls/chat.ts';
import { hasCardNumber } from '../../contract/fields/card-number.ts';
import { added } from '../../contract/limits.ts';
import { problemOf, type Named, type OutFile } from '../../machines/outbox/outbox.context.ts';
import type { Reading } from '../../machines/outbox/outbox.setup.ts';
import type { World } from '../../machines/root/provide.ts';
import { dropFile, holdFile, holdsNeeded, isHeld, needFiles, needNoFiles, thisPage } from '../house/held-files.ts';
import { patiently } from '../house/patiently.ts';
import { nameChat } from '../platform/chat-name.ts';
import type { DraftName } from '../platform/draft-name.ts';
import { chatsNews, tellChats } from '../platform/chats-news.ts';
import { beKnown, livingBeside } from '../platform/living-pages.ts';
import { leftSeenBy } from '../platform/left-messages.ts';
import { newName } from '../platform/names.ts';
import { dropOutbox, keepForm, keepOutbox, readOutbox, readUnder } from '../platform/outbox.ts';
import { portError } from '../platform/port-error.ts';
import { tellThread, threadNews } from '../platform/thread-news.ts';
import { sendForFile } from '../transport/send-for-file.ts';

type Signal = Parameters<World['call']>[2];

/** What happened on this page: masked, and none of it too long to be sent. */
async function takeJournal(): Promise<{ handle: string; size: number; count: number }> {
  const { reportOfPage } = await import('./annex.ts');
  const report = await reportOfPage();
  if (!report) throw portError('journal_absent');
  const file = new File([report.text], 'journal.json', { type: 'application/json' });
  if (file.size > added.journalBytes) throw portError('journal_large');
  return { handle: holdFile(file), size: file.size, count: report.count };
}

let told: Promise<unknown> | undefined;
/** The page is not loaded anew by itself while files are here: it is told in a piece of its own. */
const keepPage = (): void =>
  void (told ??= patiently(() => import('./reload-safety.ts')).then(({ askForFiles }) => askForFiles(holdsNeeded)));

/** Files of a message, or of a form, stay with this page, and other pages see that it lives. */
const need = (who: string, files: readonly OutFile[]): void => {
  if (files.length === 0) return needNoFiles(who);
  beKnown(thisPage);
  keepPage();
  needFiles(
    who,
    files.map(({ handle }) => handle),
  );
};

/** The world with what only chats name. */
export const widen = (world: World): World => ({
  ...world,
  asks: {
    ...world.asks,
    'outbox.read': async ({ asking, called, ...whose }: Reading) => {
      const isOtherAlive = asking ? await livingBeside(thisPage) : () => true;
      const holders = { isHeld, isOtherAlive };
      return called === undefined ? readOutbox(whose, holders) : readUnder({ ...whose, called }, holders);
    },
    'message.name': (message: Named) => {
      const problem = problemOf(message);
      return problem === null ? Promise.resolve({ id: newName() }) : Promise.reject(portError(problem));
    },
    'journal.take': takeJournal,
    'picture.open': async ({ file }: { file: string }, signal: Signal) => {
      let handle = '';
      const by = sendForFile((name, blob) => {
        handle = holdFile(new File([blob], name, { type: blob.type }));
      });
      await world.call({ ...chatFile, gives: undefined } as never, { params: { file }, by } as never, signal);
      return { handle };
    },
  },
  sources: {
    ...world.sources,
    'thread.news': threadNews,
    'chats.news': chatsNews,
    'outbox.left': leftSeenBy(thisPage, isHeld),
  },
  effects: {
    ...world.effects,
    'draft.keep': ({
      account,
      key,
      value: { text, files },
    }: DraftName & { value: { text: string; files: OutFile[] } }) => {
      need(`draft ${account} ${key}`, files);
      const thread = key.replace(/^chat\//, '');
      // A card is no draft.
      keepForm({ ...{ account, thread, files, page: thisPage }, text: hasCardNumber(text) ? '' : text });
    },
    'chat.name': nameChat,
    'thread.tell': tellThread,
    'chats.tell': tellChats,
    'outbox.keep': (kept: Parameters<typeof keepOutbox>[0]) => {
      for (const { id, files } of kept.messages) need(id, files);
      beKnown(thisPage);
      keepOutbox(kept, Date.now(), thisPage);
    },
    'outbox.drop': (dropped: Parameters<typeof dropOutbox>[0]) => {
      dropped.ids.forEach(needNoFiles);
      dropOutbox(dropped);
    },
    'files.drop': ({ handles }: { handles: string[] }) => {
      for (const handle of handles) dropFile({ handle });
    },
  },
});
