import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankCheck } from './bank.ts';
import { startServer, type TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test('F6 R14 the demo account has taken money out before: a history, recipients, and no unit astray', async () => {
  const browser = server.browser();
  await browser.post('/api/auth/login_by_password', {
    email: 'demo@example.com',
    password: 'demo-password-1',
    remember: false,
  });
  const { items } = (await browser.get('/api/withdraw/history')).body.payload;
  expect(items.map(({ status }: { status: string }) => status)).toEqual([
    'cancelled',
    'failed',
    'completed',
    'completed',
    'completed',
    'completed',
    'completed',
  ]);
  const { recipients } = (await browser.get('/api/withdraw/form/bank_eur')).body.payload;
  expect(recipients).toMatchObject([{ name: 'Maria Orlova •• 3000' }]);
  for (const [method, name] of [
    ['phone_rub', '+79161234567, Onego'],
    ['swift_usd', 'Harbour Supplies Ltd •• 5555'],
  ])
    expect((await browser.get(`/api/withdraw/form/${method}`)).body.payload.recipients).toMatchObject([{ name }]);
  await bankCheck(server.db);
});
