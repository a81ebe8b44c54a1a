import { describe, expect, test, vi } from 'vitest';
import { createFirstSends } from '../../src/transport/send-at-first.ts';

const answers = { 'GET /api/auth/check': { status: 'ok' }, 'POST /api/content/menu': { status: 'ok', payload: {} } };

describe('B1 answers on hand', () => {
  test('B1 each is given once, in time or late, and never sent for; what is not on hand waits until the page is taken over', async () => {
    const network = vi.fn(() => Promise.resolve(new Response('{}')));
    const { send, left, open } = createFirstSends(answers, network);
    expect(left()).toBe(2);
    const given = await send('/api/content/menu', { method: 'POST' });
    expect([given.status, given.headers.get('content-type'), await given.json()]).toEqual([
      200,
      'application/json',
      answers['POST /api/content/menu'],
    ]);
    const again = send('/api/content/menu', { method: 'POST' });
    const list = send('/api/exchange/list', {});
    await Promise.resolve();
    expect(network).not.toHaveBeenCalled();
    open();
    // What waited goes before what is asked for next.
    await Promise.all([again, list, send('/api/wallet/list', {})]);
    expect(network.mock.calls).toEqual([
      ['/api/content/menu', { method: 'POST' }],
      ['/api/exchange/list', {}],
      ['/api/wallet/list', {}],
    ]);
    expect(left()).toBe(1);
    await send('/api/auth/check', {});
    expect([left(), network.mock.calls.length]).toEqual([0, 3]);
    const cut = createFirstSends(answers, () => Promise.reject(new Error('cut')));
    const lost = cut.send('/api/exchange/list', {});
    cut.open();
    await expect(lost).rejects.toThrow('cut');
  });

  test('B1 a page that nobody rendered ahead sends at once, whatever else it still waits for', async () => {
    const network = vi.fn(() => Promise.resolve(new Response('{}')));
    const { send, left, opened } = createFirstSends(undefined, network);
    const sent = send('/api/auth/check', {});
    // In the turn that asks, before anything else is drawn.
    expect(network).toHaveBeenCalledTimes(1);
    await Promise.all([sent, opened]);
    expect([left(), network.mock.calls]).toEqual([0, [['/api/auth/check', {}]]]);
  });
});
