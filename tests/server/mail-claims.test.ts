import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { wipeGivenUp, sendNext, type Mail, type Untold } from '../../server/mail/outbox.ts';
import { sendingBy } from '../../server/mail/sending.ts';
import { openPool, type Pool } from '../../server/db/db.ts';
import { startChild, startServer, type TestServer } from './harness.ts';

/*
 * A letter is claimed, then sent, then marked: nothing of the database is held while a mail server takes its time.
 */

/** A mail server that accepts connections and says nothing, or says something now and then and never enough. */
const silent = async (says = '') => {
  const sockets = new Set<Socket>();
  const came = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    came.resolve();
    const saying = setInterval(() => says !== '' && socket.write(says), 20);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(saying);
      left.resolve();
    });
    socket.resume();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came: came.promise,
    left: left.promise,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

let server: TestServer;
let other: Pool;
beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' });
  // One connection: what holds it keeps everybody else waiting.
  other = openPool(server.databaseUrl, 1, () => {});
});
afterAll(async () => {
  await other.db.destroy();
  await server.close();
});
beforeEach(async () => {
  await sql`delete from mail_outbox`.execute(server.db);
});

const put = async (...recipients: string[]): Promise<void> => {
  for (const recipient of recipients)
    await sql`insert into mail_outbox (kind, recipient, locale, subject, body)
      values ('sign_in', ${recipient}, 'en', 'code', 'code 123456')`.execute(server.db);
};
interface Row {
  tries: number;
  sent: boolean;
  body: string;
  /** Seconds until it is due. */
  due: number;
}
const rowOf = async (recipient: string, db = server.db): Promise<Row | undefined> =>
  (
    await sql<Row>`
      select tries, sent_at is not null as sent, body, extract(epoch from next_try_at - now())::int as due
      from mail_outbox where recipient = ${recipient}`.execute(db)
  ).rows[0];
const makeDue = () => sql`update mail_outbox set next_try_at = now()`.execute(server.db);
const unexpected = (error: unknown) => {
  throw error;
};

test('F1 R8 while a letter is being sent no connection and no row is held, and it is nobody else’s', async () => {
  await put('slow@example.com');
  const meanwhile: string[] = [];
  await sendNext(
    other.db,
    async () => {
      expect(await rowOf('slow@example.com', other.db)).toMatchObject({ tries: 1, sent: false, body: 'code 123456' });
      const { rows } = await sql`select id from mail_outbox for update nowait`.execute(server.db);
      expect(rows).toHaveLength(1);
      expect(await sendNext(server.db, async ({ recipient }) => void meanwhile.push(recipient), unexpected)).toBe(
        false,
      );
    },
    unexpected,
  );
  expect(meanwhile).toEqual([]);
  expect(await rowOf('slow@example.com')).toMatchObject({ tries: 1, sent: true, body: '' });
});

test.each([
  ['says nothing', ''],
  ['says a little now and then', '220-wait\r\n'],
])('F1 R8 a mail server that %s costs a letter one try, and the next one is sent', async (_, says) => {
  const slow = await silent(says);
  try {
    await put('first@example.com', 'second@example.com');
    const { send } = sendingBy(slow.url, { productName: 'Statera', mailFrom: undefined }, 300);
    const errors: unknown[] = [];
    expect(await sendNext(server.db, send, (error) => errors.push(error))).toBe(true);
    expect(errors).toHaveLength(1);
    await slow.left;
    const first = await rowOf('first@example.com');
    expect(first).toMatchObject({ tries: 1, sent: false, body: 'code 123456' });
    expect(first?.due).toBeLessThanOrEqual(5);
    const sent: string[] = [];
    await sendNext(server.db, async ({ recipient }: Mail) => void sent.push(recipient), unexpected);
    expect(sent).toEqual(['second@example.com']);
  } finally {
    slow.close();
  }
});

test('F1 R8 several processes that empty one outbox send each letter once', async () => {
  const all = Array.from({ length: 20 }, (_, at) => `p${at}@example.com`);
  await put(...all);
  const sent: string[] = [];
  const empty = async (db: typeof server.db) => {
    while (await sendNext(db, async ({ recipient }) => void sent.push(recipient), unexpected));
  };
  await Promise.all([empty(server.db), empty(other.db), empty(server.db), empty(other.db)]);
  expect(sent.toSorted()).toEqual(all.toSorted());
});

test('F1 R8 whoever is late with a failure takes nothing back from the one that sends it now', async () => {
  await put('twice@example.com');
  const answered = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  let second = Promise.resolve(false);
  const late = async () => {
    await makeDue();
    second = sendNext(other.db, () => (begun.resolve(), answered.promise), unexpected);
    await begun.promise;
    throw new Error('too late');
  };
  await sendNext(server.db, late, () => {});
  const row = await rowOf('twice@example.com');
  expect(row).toMatchObject({ tries: 2, sent: false });
  expect(row?.due).toBeGreaterThan(60);
  answered.resolve();
  expect(await second).toBe(true);
  expect(await rowOf('twice@example.com')).toMatchObject({ tries: 2, sent: true, body: '' });
});

/** What the library says of a recipient that the server does not know, and of a server that is not there. */
const refusal = Object.assign(new Error('550 no such user'), {
  code: 'EENVELOPE',
  command: 'RCPT TO',
  permanent: true,
});
const outage = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' });

test.each([
  ['a mail server is gone, at most an hour apart', outage, 3_600, { tries: 56, days: 2 }],
  ['its address is refused, less often', refusal, 28_800, { tries: 10, days: 2 }],
])('F1 R8 a letter is tried as long as it may come while %s', async (_, error, apart, most) => {
  await put('told@example.com');
  let waited = 0;
  let last: Row | undefined;
  const told: Untold[] = [];
  for (;;) {
    await makeDue();
    if (
      !(await sendNext(
        server.db,
        () => Promise.reject(error),
        (_error, about) => told.push(about),
      ))
    )
      break;
    last = await rowOf('told@example.com');
    if (last?.body === '') break;
    expect(last?.due).toBeLessThanOrEqual(apart);
    waited += last?.due ?? 0;
  }
  expect({ tries: last?.tries, days: Math.round(waited / 86_400) }).toEqual(most);
  expect(last).toMatchObject({ body: '', sent: false });
  // The log says which was given up, and not to whom it was to go.
  const { tries } = most;
  expect(told.at(-1)).toEqual({ mail: expect.any(String), kind: 'sign_in', tries, given_up: true });
  expect(told.filter((one) => one.given_up)).toHaveLength(1);
  // However long nobody removes it, nothing is sent without a text.
  await makeDue();
  expect(await sendNext(server.db, unexpected, unexpected)).toBe(false);
});

test('F1 R8 tries at which the mail server was gone are no refusals of its address, and nine of them bring the tenth no nearer', async () => {
  await put('told@example.com');
  const told: Untold[] = [];
  const fail = async (error: Error) => {
    const send = async () => {
      throw error;
    };
    await makeDue();
    await sendNext(server.db, send, (_error, about) => told.push(about));
    return await rowOf('told@example.com');
  };
  for (let one = 0; one < 9; one += 1) await fail(outage);
  expect(await fail(refusal)).toMatchObject({ tries: 10, sent: false, body: 'code 123456', due: 60 });
  for (let one = 0; one < 8; one += 1) await fail(refusal);
  expect(told.filter((each) => each.given_up)).toEqual([]);
  expect(await fail(refusal)).toMatchObject({ tries: 19, sent: false, body: '' });
  expect(told.at(-1)).toMatchObject({ tries: 19, given_up: true });
});

test('F1 R8 a letter that is refused at the last of all its tries is given up, and said to be', async () => {
  await put('told@example.com');
  await sql`update mail_outbox set tries = 55`.execute(server.db);
  const told: Untold[] = [];
  await sendNext(
    server.db,
    () => Promise.reject(refusal),
    (_error, about) => told.push(about),
  );
  expect(told).toMatchObject([{ tries: 56, given_up: true }]);
  expect(await rowOf('told@example.com')).toMatchObject({ tries: 56, body: '' });
});

test('F1 F2 R8 a letter whose last try nobody has told the end of keeps no text', async () => {
  await put('last@example.com', 'under@way.example');
  await sql`update mail_outbox set tries = 56, next_try_at = now() - interval '1 second'
    where recipient = 'last@example.com'`.execute(server.db);
  await sql`update mail_outbox set tries = 56, next_try_at = now() + interval '1 minute'
    where recipient = 'under@way.example'`.execute(server.db);
  await wipeGivenUp(100).execute(server.db);
  expect(await rowOf('last@example.com')).toMatchObject({ body: '', sent: false });
  expect(await rowOf('under@way.example')).toMatchObject({ body: 'code 123456' });
});

test('F1 R8 codes that ended while no mail server took them keep no live one waiting, and lose their text', async () => {
  const ends = async (recipient: string, seconds: number) =>
    await sql`insert into mail_outbox (kind, recipient, locale, subject, body, next_try_at, until)
      values ('sign_in', ${recipient}, 'en', 'code', 'code 123456', now() - interval '1 minute',
              now() + make_interval(secs => ${seconds}))`.execute(server.db);
  for (const at of [1, 2, 3]) await ends(`dead-${at}@example.com`, -at);
  await ends('live@example.com', 600);
  await put('told@example.com');
  const sent: string[] = [];
  while (await sendNext(server.db, async ({ recipient }) => void sent.push(recipient), unexpected));
  expect(sent).toEqual(['live@example.com', 'told@example.com']);
  expect(await rowOf('dead-1@example.com')).toMatchObject({ body: 'code 123456', sent: false, tries: 0 });
  await wipeGivenUp(100).execute(server.db);
  expect(await rowOf('dead-1@example.com')).toMatchObject({ body: '', sent: false, tries: 0 });
});

test('F1 R8 a letter with a code or a link ends with what it holds', async () => {
  const browser = server.browser();
  const email = 'somebody@example.com';
  await sql`insert into accounts (number, email) values ('10000017', ${email}) on conflict do nothing`.execute(
    server.db,
  );
  const code = await browser.post('/api/auth/login', { email });
  const reset = await browser.post('/api/auth/reset', { email });
  const { rows } = await sql<{ kind: string; until: string }>`select kind, until from mail_outbox order by id`.execute(
    server.db,
  );
  expect(rows).toEqual([
    { kind: 'sign_in', until: code.body.payload.expires_at },
    { kind: 'reset_password', until: reset.body.payload.expires_at },
  ]);
});

test('F1 R8 a letter that its process died over is nobody’s until the lease is over, then goes out', async () => {
  const slow = await silent();
  const dying = await startChild({ SEED_DEMO: '0', SMTP_URL: slow.url, PUBLIC_URL: 'https://statera.example' });
  try {
    await sql`insert into mail_outbox (kind, recipient, locale, subject, body)
      values ('sign_in', 'left@example.com', 'en', 'code', 'code 123456')`.execute(dying.db);
    await slow.came;
    expect(await dying.kill('SIGKILL')).toBe('SIGKILL');
    const sent: string[] = [];
    const send = async ({ recipient, body }: Mail) => void sent.push(`${recipient} ${body}`);
    expect(await sendNext(dying.db, send, unexpected)).toBe(false);
    const row = await rowOf('left@example.com', dying.db);
    expect(row).toMatchObject({ tries: 1, sent: false });
    expect(row?.due).toBeGreaterThan(60);
    await sql`update mail_outbox set next_try_at = now()`.execute(dying.db);
    expect(await sendNext(dying.db, send, unexpected)).toBe(true);
    expect(sent).toEqual(['left@example.com code 123456']);
  } finally {
    slow.close();
    await dying.close();
  }
});
