import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openChat } from '../../server/chat/chats.ts';
import { writeMessage } from '../../server/chat/messages.ts';
import { startServer, type TestServer } from './harness.ts';
import { makePerson, type Person } from './money.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
});
afterAll(() => server.close());

type Rows = Record<string, Record<string, unknown>[]>;

const emailOf = ({ number }: Person) => `p${number}@example.com`;
const write = (chat: string, author: Person | null, text: string, name: string) =>
  server.db.transaction().execute((trx) =>
    writeMessage(trx, {
      ...{ chat, author: author?.id ?? null, text },
      files: [
        { kind: 'document', name, media: 'application/pdf', width: null, height: null, content: Buffer.from(' ') },
      ],
    }),
  );

/** One row of each list that tells of an account alone, marked with a word. @returns what the file must hold of them. */
const plant = async (person: Person, word: string, amount: string): Promise<Rows> => {
  const { id } = person;
  const { id: operation } = await server.db
    .selectFrom('operations')
    .select('id')
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow();
  const mark = word.toUpperCase().padEnd(20, '0');
  const invited = await makePerson(server, {});
  const proof = sql`sha256('a'), 'a'`;
  const rows: RawBuilder<unknown>[] = [
    sql`insert into payment_receipts (provider, id, operation_id, status, currency, amount, paid_at)
      values ('card', ${`payment ${word}`}, ${operation}, 'received', 'EUR', 1, now())`,
    sql`insert into refused_payments (provider, id, for_order, currency, amount, reason, paid_at)
      values ('card', ${`refusal ${word}`}, ${operation}, 'EUR', '1.005', 'not an amount', 'today')`,
    sql`insert into returned_deposits (operation_id, reference, sent_at) values (${operation}, ${`return ${word}`}, now())`,
    sql`insert into recipients (account_id, method, target, name, "values")
      values (${id}, 'bank_eur', 'a', ${`recipient ${word}`}, ${JSON.stringify({ iban: `iban ${word}` })})`,
    sql`insert into operation_files (operation_id, account_id, field, name, media, content)
      values (${operation}, ${id}, 'paper', ${`document ${word}`}, 'application/pdf', 'abc')`,
    sql`insert into verification_documents (id, account_id, kind, status, rounds)
      values (${mark}, ${id}, 'id_card', 'rejected', 1)`,
    sql`insert into verification_files (id, document_id, account_id, side, ending, content, accepted, reason)
      values (${`${mark}1`}, ${mark}, ${id}, 'front', 'jpg', '\\xffd8ff00'::bytea, false, ${`reason ${word}`})`,
    sql`insert into cards (id, account_id, kind, brand, currency, status, last_four, expires, limit_once, limit_day, highest_once,
        highest_day) values (${operation}, ${id}, 'virtual', 'visa', 'EUR', 'active', '1234', '2030-01', ${amount}, 100, 100, 100)`,
    sql`insert into card_operations (id, card_id, account_id, merchant, currency, amount, status, reason)
      values (${`charge ${word}`}, ${operation}, ${id}, ${`merchant ${word}`}, 'EUR', 1, 'declined', 'frozen')`,
    sql`insert into card_reveals (card_id, account_id, code_hash, salt, expires_at) values (${operation}, ${id}, ${proof}, now())`,
    sql`insert into second_steps (operation_id, account_id, code_hash, salt) values (${operation}, ${id}, ${proof})`,
    sql`insert into referral_invites (id, account_id, email) values (${mark}, ${id}, ${`${word}@invited.example`})`,
    sql`insert into referrals (id, invited_id, referrer_id) values (${mark}, ${invited.id}, ${id})`,
    sql`insert into notifications (id, account_id, kind, params) values ('a', ${id}, 'written', ${JSON.stringify({ word })})`,
    sql`insert into sessions (handle, account_id, token_hash, device, expires_at)
      values (${mark}, ${id}, sha256(${word}::bytea), ${`browser ${word}`}, now())`,
    sql`insert into mail_changes (account_id, email, old_hash, new_hash, salt, expires_at)
      values (${id}, ${`${word}@changed.example`}, sha256('a'), sha256('b'), 'a', now())`,
  ];
  for (const row of rows) await row.execute(server.db);
  await server.browser().post('/api/auth/login', { email: emailOf(person) });
  await server.browser().post('/api/auth/reset', { email: emailOf(person) });
  await sql`update sign_in_requests set device = ${`asked ${word}`} where email = ${emailOf(person)}`.execute(
    server.db,
  );
  return {
    operations: [{ id: operation }],
    postings: [{ operation, amount }],
    payments_received: [{ id: `card/payment ${word}`, operation }],
    payments_refused: [{ id: `card/refusal ${word}`, order: operation, amount: '1.005' }],
    payments_sent_back: [{ id: operation, reference: `return ${word}` }],
    recipients: [{ name: `recipient ${word}`, values: { iban: `iban ${word}` } }],
    documents: [{ name: `document ${word}`, size: 3, file: `/api/operation/file/${operation}/paper` }],
    papers: [{ id: `${mark}1`, reason: `reason ${word}` }],
    cards: [{ id: operation, last_four: '1234', limit_once: amount }],
    card_operations: [{ id: `charge ${word}`, card: operation, merchant: `merchant ${word}` }],
    invitations: [{ email: `${word}@invited.example` }],
    invited: [{ id: mark }],
    notifications: [{ kind: 'written', params: { word } }],
    earlier_browsers: [{ id: mark, device: `browser ${word}` }],
    sign_in_requests: [{ device: `asked ${word}` }],
    password_requests: [{ email: emailOf(person) }],
    address_changes: [{ email: `${word}@changed.example` }],
    codes_of_operations: [{ id: operation }],
    looks_at_cards: [{ card: operation }],
    letters_sent: [{ kind: 'sign_in' }, { kind: 'reset_password' }],
  };
};

test('F15 each list of the file holds the rows of its account, and none of another one', async () => {
  const [person, other] = [await makePerson(server, { EUR: '77.11' }), await makePerson(server, { EUR: '66.22' })];
  const mine = await plant(person, 'mine', '77.11');
  await plant(other, 'theirs', '66.22');
  const chats = [await openChat(server.db, person.id, other.id), await openChat(server.db, person.id, null)] as const;
  const [chat, support] = chats;
  await write(chat, other, 'said by theirs', 'theirs.pdf');
  await write(chat, person, 'said to them', 'mine.pdf');
  await write(support, null, 'answer of the house', 'house.pdf');
  await write(support, person, 'question to the house', 'question.pdf');
  await write(await openChat(server.db, other.id, null), other, 'asked by theirs', 'theirs.pdf');

  const { body, text } = await person.browser.get('/api/user/export');
  const {
    browsers: _,
    wallets,
    ...lists
  } = Object.fromEntries(Object.entries(body as Record<string, unknown>).filter(([, part]) => Array.isArray(part)));
  expect(wallets).toMatchObject([{ currency: 'EUR', available: '77.11' }]);
  const told: Rows = {
    ...mine,
    chats: chats.toSorted().map((id) => ({ id })),
    messages: [
      { chat, kind: 'private', text: 'said to them', files: [{ name: 'mine.pdf' }] },
      { chat: support, kind: 'support', text: 'question to the house', files: [{ name: 'question.pdf' }] },
    ],
  };
  expect(Object.keys(lists).toSorted(), 'plant a row of each list').toEqual(Object.keys(told).toSorted());
  expect(lists).toMatchObject(told);
  expect(
    ['theirs', 'of the house', 'house.pdf', emailOf(other), other.number].filter((word) => text.includes(word)),
  ).toEqual([]);
});
