import { expect, test } from 'vitest';
import type { Operation } from '../../contract/operation.ts';
import { bankCheck } from './bank.ts';
import { signInByPassword, startServer } from './harness.ts';
import { factOf, payTo, paymentBecomes } from './payments.ts';

test('F7 F8 F10 the demo account has paid before, also for cards, and one order of it waits: it can be paid', async () => {
  const server = await startServer();
  try {
    const browser = server.browser();
    await signInByPassword(browser);
    const statuses = async (path: string) =>
      (await browser.get(path)).body.payload.items.map(({ status }: Operation) => status);
    expect(await statuses('/api/payment/history')).toEqual(['completed', 'failed', 'completed', 'completed']);
    expect((await statuses('/api/deposit/history')).slice(0, 3)).toEqual(['awaiting_payment', 'completed', 'expired']);
    const { items } = (await browser.get('/api/operation/progress')).body.payload;
    expect(items).toMatchObject([{ kind: 'deposit', give_currency: { code: 'EUR' }, cancellable: true }]);
    await payTo(server, factOf(items[0], 'reference'));
    await paymentBecomes(browser, items[0], 'completed');
    await bankCheck(server.db);
  } finally {
    await server.close();
  }
});
