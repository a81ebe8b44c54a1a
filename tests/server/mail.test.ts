import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from './harness.ts';

/** A mail server that speaks just enough SMTP. `refuse` answers the next mail with a failure. */
class Postbox {
  mails: string[] = [];
  refuse = 0;
  private server: Server;
  private waiting: (() => void)[] = [];

  constructor() {
    this.server = createServer((socket) => this.talk(socket));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }

  /** Resolves when that many mails have come. */
  async come(count: number): Promise<void> {
    while (this.mails.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private talk(socket: Socket): void {
    let buffer = '';
    let inData = false;
    socket.write('220 postbox\r\n');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8');
      for (
        let end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        end >= 0;
        end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      ) {
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          this.mails.push(part);
          socket.write('250 ok\r\n');
          for (const resume of this.waiting.splice(0)) resume();
        } else if (/^(EHLO|HELO)/.test(part)) socket.write('250 postbox\r\n');
        else if (part.startsWith('RCPT') && this.refuse > 0) {
          this.refuse -= 1;
          socket.write('451 later\r\n');
        } else if (part === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (part === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  }
}

const postbox = new Postbox();
let server: TestServer;
beforeAll(async () => {
  const SMTP_URL = await postbox.listen();
  server = await startServer({
    SMTP_URL,
    PUBLIC_URL: 'https://statera.example',
    MAIL_FROM: 'no-reply@statera.example',
    PRODUCT_NAME: 'Весы',
  });
});
afterAll(async () => {
  await server.close();
  postbox.close();
});

const ask = (email: string) =>
  server.browser().post('/api/auth/login', { email }, { origin: 'https://statera.example' });
/** Headers as they are, the text without its encoding. */
const decoded = (mail: string): string => {
  const [headers = '', text = ''] = mail.split(/\r\n\r\n/);
  return `${headers}\n\n${Buffer.from(text, 'base64').toString('utf8')}`;
};

test('F1 SMTP_URL sends for real: the product’s name as sender, the link to the published address', async () => {
  postbox.refuse = 1;
  await ask('demo@example.com');
  await ask('nobody@example.com');
  // The first try is refused; the outbox keeps the mail for the next.
  const refused = async () =>
    (
      await sql<{ tries: number; told: boolean }>`
        select tries, next_try_at <= now() + interval '5 seconds' as told
        from mail_outbox where recipient = 'demo@example.com'`.execute(server.db)
    ).rows[0];
  await expect.poll(refused, { timeout: 20_000 }).toEqual({ tries: 1, told: true });
  await sql`update mail_outbox set next_try_at = now()`.execute(server.db);
  await postbox.come(1);
  const mail = decoded(postbox.mails[0] ?? '');
  expect(mail).toMatch(/^From: =\?UTF-8\?B\?0JLQtdGB0Ys=\?= <no-reply@statera\.example>\r?$/m);
  expect(mail).toMatch(/^To: demo@example\.com\r?$/m);
  expect(mail).toMatch(/https:\/\/statera\.example\/login\?link=[\w-]{43}/);
});

test('F1 a mail that has gone leaves no code behind, and an address that nobody has got none', async () => {
  await ask('new@example.com');
  await postbox.come(2);
  const waiting = async () =>
    (await sql`select 1 from mail_outbox where sent_at is null`.execute(server.db)).rows.length;
  await expect.poll(waiting, { timeout: 20_000 }).toBe(0);
  const { rows } = await sql<{ body: string; subject: string }>`select subject, body from mail_outbox`.execute(
    server.db,
  );
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(row).toEqual({ subject: '', body: '' });
  expect(postbox.mails).toHaveLength(2);
  expect(postbox.mails.join()).not.toContain('nobody@example.com');
});
