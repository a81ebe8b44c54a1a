import { openChat } from '../chat/chats.ts';
import { supportRead, writeMessage } from '../chat/messages.ts';
import type { Db } from '../db/db.ts';
import type { DemoEmail } from './demo.ts';

type Said = readonly [hoursAgo: number, who: 'demo' | 'other', text: string, unread?: 'unread'];

const withSupport: Said[] = [
  [1430, 'demo', 'Здравствуйте! Сколько времени занимает обмен?'],
  [1429, 'other', 'Здравствуйте! Обычно несколько секунд. Если дольше, статус виден в истории обменов.'],
  [132, 'other', 'Мы отменили обмен 95,40 USD на эфир: деньги снова на кошельке. Извините за неудобство.', 'unread'],
];

const withSomebody: Said[] = [
  [50, 'demo', 'Привет! За ужин пополам, переведу завтра.'],
  [49, 'other', 'Договорились.'],
  [3, 'other', 'Посмотри курс евро: сегодня он лучше, чем на прошлой неделе.', 'unread'],
  [2, 'other', 'И напиши, когда обменяешь.', 'unread'],
];

/**
 * What the demo account was written, by support and by the other demo account that it knows. Once: where it has a chat
 * everything stays as it is, and demo accounts from before there were chats get theirs.
 */
export const seedDemoChats = async (db: Db): Promise<void> => {
  const demo = await idOf(db, 'demo@example.com');
  const known = await idOf(db, 'must@example.com');
  const chat = await db.selectFrom('chat_members').select('chat_id').where('account_id', '=', demo).executeTakeFirst();
  if (chat) return;
  await db.transaction().execute(async (trx) => {
    await relive(trx, demo, null, withSupport);
    await relive(trx, demo, known, withSomebody);
  });
};

const idOf = async (db: Db, email: DemoEmail): Promise<string> => {
  const { id } = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return id;
};

/** One chat of the past; both have read what does not say otherwise. */
const relive = async (db: Db, demo: string, other: string | null, said: Said[]): Promise<void> => {
  const chat = await openChat(db, demo, other);
  for (const [hours, who, text, unread] of said) {
    const at = new Date(Date.now() - hours * 3_600_000).toISOString();
    const seq = await writeMessage(db, { chat, author: who === 'demo' ? demo : other, text, at });
    // Support has no member's row, and all is read there.
    if (other === null) await supportRead(db, chat, seq);
    if (unread) continue;
    await db
      .updateTable('chat_members')
      .set({ last_read_message: String(seq) })
      .where('chat_id', '=', chat)
      .execute();
  }
};
