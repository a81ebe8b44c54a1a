import { describe, expect, test } from 'vitest';
import { exchangesMachine, shownPairs } from '../../machines/flows/exchanges/exchanges.machine.ts';
import { historyMachine } from '../../machines/flows/history/history.machine.ts';
import { samplePairs, samplePlace } from '../../machines/form/exchange.samples.ts';
import { samplePages } from '../../machines/list/list.model.ts';
import { answered, btc, failures, refused, usd } from '../../machines/operation/operation.samples.ts';
import { stand } from './stand.ts';

const place = (query: Record<string, string> = {}) => samplePlace('history-exchange', '/history/exchange', {}, query);
const history = (query: Record<string, string> = {}) =>
  stand(historyMachine, { place: place(query), account: 'A-1001', site: null, email: null });

describe('F3 the history of exchanges', () => {
  test.each([
    [{}, {}],
    [
      { status: 'completed', currency: 'BTC', from: '2026-01-01', to: '2026-01-31' },
      { status: 'completed', currency: 'BTC', from: '2026-01-01', to: '2026-01-31' },
    ],
    [{ status: 'nonsense', currency: 'btc!', from: 'soon', page: '2' }, {}],
    [{ from: '2026-99-99', to: '2026-02-30' }, {}],
  ])('F3 the address %j asks for %j', (query, asked) => {
    expect(history(query).asked('exchange.history').input).toEqual({ query: asked });
  });

  test('F3 a chosen filter asks anew, from the first page, and stands in the address', () => {
    const flow = history();
    flow.answer('exchange.history', samplePages['a page with more behind it']);
    flow.say({ type: 'user.status chosen', value: 'failed' });
    expect(flow.asked('exchange.history').input).toEqual({ query: { status: 'failed' } });
    expect(flow.told('flow.navigate')).toEqual([
      { type: 'flow.navigate', to: '/history/exchange?status=failed', replace: true },
    ]);
    flow.say({ type: 'house.arrived', place: place({ status: 'failed' }) });
    flow.answer('exchange.history', samplePages['an empty page']);
    expect(flow.states('list')).toEqual(['empty']);
    flow.say({ type: 'user.filter cleared' });
    expect(flow.asked('exchange.history').input).toEqual({ query: {} });
  });

  test('F3 pages follow one another by the cursor, and a lost page loses nothing that is there', () => {
    const flow = history({ status: 'completed' });
    flow.answer('exchange.history', samplePages['a page with more behind it']);
    flow.say({ type: 'user.more asked' }, 'list');
    expect(flow.asked('exchange.history').input).toEqual({ query: { status: 'completed', cursor: 'cursor1' } });
    flow.fail('exchange.history', failures.network);
    expect(flow.states('list')).toEqual(['ready.more failed']);
    flow.say({ type: 'user.more asked' }, 'list');
    flow.answer('exchange.history', samplePages['the last page']);
    expect(flow.states('list')).toEqual(['ready.end']);
    expect(flow.snapshot('list').context.items.map(({ id }: { id: string }) => id)).toEqual([
      'opsample0000000000001',
      'opsample0000000000002',
      'opsample0000000000003',
    ]);
  });

  test('F3 a row opens its operation at the address where it began', () => {
    const flow = history();
    flow.answer('exchange.history', samplePages['the last page']);
    flow.say({ type: 'user.row opened', value: 'opsample0000000000003' }, 'list');
    expect(flow.told('flow.navigate')).toEqual([
      { type: 'flow.navigate', to: '/exchange/USD/BTC?operation=opsample0000000000003' },
    ]);
  });

  test('F3 its filter chooses from the currencies of the house, exchanged now or not; those that do not come are asked for again', () => {
    const flow = history();
    expect(flow.waits('exchange.list')).toBe(false);
    flow.fail('history.currencies', failures.network);
    expect(flow.snapshot().context.currencies).toEqual([]);
    while (!flow.waits('history.currencies')) flow.wait();
    flow.answer('history.currencies', answered({ items: [usd, btc] }));
    expect(flow.snapshot().context.currencies).toEqual([usd, btc]);
  });

  test('F3 days in the wrong order are explained, and nothing is asked', () => {
    const flow = history({ from: '2026-02-01' });
    flow.say({ type: 'user.to chosen', value: '2026-01-01' });
    expect(flow.states()).toContain('page.contradictory');
    expect(flow.waits('exchange.history')).toBe(false);
    flow.say({ type: 'user.from chosen', value: '' });
    expect(flow.asked('exchange.history').input).toEqual({ query: { to: '2026-01-01' } });
  });

  test.each(['from', 'to'] as const)('F3 a year that is being typed asks nothing, and leaves the list: %s', (day) => {
    const flow = history({ from: '2026-01-10', to: '2026-01-31' });
    flow.answer('exchange.history', samplePages['the last page']);
    for (const value of ['0002-01-20', '0020-01-20', '0202-01-20', '0999-12-31', '20266-01-20']) {
      flow.say({ type: `user.${day} chosen`, value });
      expect([flow.states('list'), flow.waits('exchange.history')]).toEqual([['ready.end'], false]);
      expect(flow.snapshot().context.typed[day]).toBe(value);
    }
    expect(flow.told('flow.navigate')).toEqual([]);
    flow.say({ type: `user.${day} chosen`, value: '2026-01-20' });
    const days = { from: '2026-01-10', to: '2026-01-31', [day]: '2026-01-20' };
    expect(flow.asked('exchange.history').input).toEqual({ query: days });
    flow.say({ type: `user.${day} chosen`, value: '' });
    const { [day]: _gone, ...left } = days;
    expect(flow.asked('exchange.history').input).toEqual({ query: left });
  });

  test.each(['1990-01-01', '1000-01-01'])('F3 a day of long ago counts as it does in the address: %s', (day) => {
    const flow = history({ from: '2026-01-10' });
    flow.say({ type: 'user.from chosen', value: day });
    expect(flow.asked('exchange.history').input).toEqual({ query: { from: day } });
    expect(flow.told('flow.navigate').at(-1)).toMatchObject({ to: `/history/exchange?from=${day}` });
    expect(history({ from: day }).snapshot().context.filter).toEqual(flow.snapshot().context.filter);
  });

  test('F3 what is typed of a day gives way to the filter that is cleared, or that the address asks for', () => {
    const flow = history();
    flow.say({ type: 'user.from chosen', value: '0202-01-20' });
    flow.say({ type: 'user.filter cleared' });
    expect(flow.snapshot().context.typed).toEqual({ from: '', to: '' });
    flow.say({ type: 'user.from chosen', value: '2000-01-01' });
    expect(flow.asked('exchange.history').input).toEqual({ query: { from: '2000-01-01' } });
    flow.say({ type: 'house.arrived', place: place({ from: '2026-01-10' }) });
    expect(flow.snapshot().context.typed).toEqual({ from: '2026-01-10', to: '' });
  });

  describe('the table of a history', () => {
    const asked = (flow: ReturnType<typeof history>) => flow.asked('history.file').input;
    const wanted = { type: 'user.export wanted' };

    test('F3 R9 a table that is put together comes although something else is looked for, and the next is of that', () => {
      const flow = history({ status: 'completed' });
      flow.say(wanted, 'export');
      expect(asked(flow)).toEqual({ params: { file: 'exchange.csv' }, query: { status: 'completed' } });
      flow.say({ type: 'user.status chosen', value: 'failed' });
      flow.say({ type: 'user.currency chosen', value: 'USD' });
      expect([flow.states('export'), asked(flow)]).toEqual([
        ['fetching'],
        { params: { file: 'exchange.csv' }, query: { status: 'completed' } },
      ]);
      flow.answer('history.file', answered(null));
      expect(flow.states('export')).toEqual(['saved']);
      flow.say(wanted, 'export');
      expect(asked(flow)).toEqual({ params: { file: 'exchange.csv' }, query: { status: 'failed', currency: 'USD' } });
    });

    test('F3 R9 days in the wrong order neither stop it nor are asked for; what went wrong with it is told', () => {
      const flow = history({ from: '2026-02-01' });
      flow.say(wanted, 'export');
      flow.say({ type: 'user.to chosen', value: '2026-01-01' });
      flow.fail('history.file', failures.network);
      expect([flow.states('export'), flow.snapshot('export').context.trouble?.code]).toEqual([['failed'], 'network']);
      flow.say({ type: 'port.online', at: 1 });
      flow.say(wanted, 'export');
      expect(flow.states('export')).toEqual(['offered']);
      flow.say({ type: 'user.filter cleared' });
      flow.say(wanted, 'export');
      expect(asked(flow)).toEqual({ params: { file: 'exchange.csv' }, query: {} });
    });

    test('F3 R9 a table that nobody was signed in for is asked for again as it was, whatever is looked for by then', () => {
      const flow = history({ status: 'completed' });
      flow.say(wanted, 'export');
      flow.say({ type: 'user.status chosen', value: 'failed' });
      flow.fail('history.file', refused('no_session', 401));
      flow.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
      expect(asked(flow)).toEqual({ params: { file: 'exchange.csv' }, query: { status: 'completed' } });
    });

    test.each([
      ['was saved', (flow: ReturnType<typeof history>) => flow.answer('history.file', answered(null))],
      ['did not come', (flow: ReturnType<typeof history>) => flow.fail('history.file', failures.network)],
    ])('F3 R9 a table that %s is no word of the next: another filter offers its own', (_, end) => {
      const flow = history();
      flow.say(wanted, 'export');
      end(flow);
      flow.say({ type: 'user.status chosen', value: 'failed' });
      expect([flow.states('export'), flow.snapshot('export').context.trouble]).toEqual([['offered'], null]);
    });

    test('F3 R9 a wait for tables is the same whatever is looked for', () => {
      const flow = history();
      flow.say(wanted, 'export');
      flow.fail('history.file', refused('wait_before_retry', 429, { retryAfter: 30 }));
      flow.say({ type: 'user.status chosen', value: 'failed' });
      expect(flow.states('export')).toEqual(['held']);
    });
  });
});

describe('F3 the list of exchanges', () => {
  const open = (search?: string) => {
    const flow = stand(exchangesMachine, {
      place: samplePlace('exchanges', '/exchanges', {}, search === undefined ? {} : { search }),
      account: 'A-1001',
      site: null,
      email: null,
    });
    flow.answer('exchange.list', answered({ items: samplePairs }));
    return flow;
  };
  const found = (flow: ReturnType<typeof open>) =>
    shownPairs(flow.snapshot().context).map(({ src, dst }) => `${src.code}/${dst.code}`);

  test.each([
    [undefined, ['USD/BTC', 'USD/EUR', 'BTC/USD']],
    ['', ['USD/BTC', 'USD/EUR', 'BTC/USD']],
    ['/', ['USD/BTC', 'USD/EUR', 'BTC/USD']],
    ['USD/', ['USD/BTC', 'USD/EUR']],
    ['usd/', ['USD/BTC', 'USD/EUR']],
    ['USD', ['USD/BTC', 'USD/EUR']],
    ['/USD', ['BTC/USD']],
    ['USD/BTC', ['USD/BTC']],
    ['EUR/', []],
  ])('F3 search=%s finds %j', (search, pairs) => {
    const flow = open(search);
    expect(found(flow)).toEqual(pairs);
    expect(flow.states()).toContain(`shown.rows.${pairs.length > 0 ? 'found' : 'nothing found'}`);
  });

  test('F3 a chosen currency stands in the address, and the address chooses', () => {
    const flow = open();
    flow.say({ type: 'user.give chosen', value: 'USD' });
    flow.say({ type: 'user.get chosen', value: 'BTC' });
    expect(flow.told('flow.navigate').map(({ to }) => to)).toEqual([
      '/exchanges?search=USD/',
      '/exchanges?search=USD/BTC',
    ]);
    flow.say({ type: 'house.arrived', place: samplePlace('exchanges', '/exchanges', {}, { search: '/USD' }) });
    expect(found(flow)).toEqual(['BTC/USD']);
    flow.say({ type: 'user.pair opened', value: 'BTC/USD' });
    expect(flow.told('flow.navigate').at(-1)).toEqual({ type: 'flow.navigate', to: '/exchange/BTC/USD' });
  });

  const rates = (flow: ReturnType<typeof open>) => flow.states().find((state) => state.startsWith('shown.rates.'));
  const cheaper = samplePairs.map((pair) => ({ ...pair, rate: '0.5' }));

  test('F3 rates are read again where they stand, and nothing that is chosen meanwhile puts that off', () => {
    const flow = open('USD/');
    expect([flow.wait(), rates(flow)]).toEqual([30_000, 'shown.rates.asking']);
    flow.say({ type: 'user.get chosen', value: 'BTC' });
    flow.say({ type: 'house.arrived', place: samplePlace('exchanges', '/exchanges', {}, { search: 'USD/BTC' }) });
    expect([flow.waits('exchange.list'), found(flow)]).toEqual([true, ['USD/BTC']]);
    flow.answer('exchange.list', answered({ items: cheaper }));
    expect([rates(flow), shownPairs(flow.snapshot().context).map(({ rate }) => rate)]).toEqual([
      'shown.rates.fresh',
      ['0.5'],
    ]);
  });

  test('F3 rates that were not refreshed say so, stand, and are asked for when the line is back or the page is looked at', () => {
    const flow = open();
    flow.wait();
    flow.fail('exchange.list', failures.network);
    expect([rates(flow), found(flow).length]).toEqual(['shown.rates.stale', 3]);
    flow.hear('page.life', { type: 'port.online', at: 1 });
    flow.answer('exchange.list', answered({ items: cheaper }));
    flow.hear('page.life', { type: 'port.hidden', at: 2 });
    expect([rates(flow), flow.waits('exchange.list')]).toEqual(['shown.rates.resting', false]);
    flow.hear('page.life', { type: 'port.shown', at: 3 });
    expect(rates(flow)).toBe('shown.rates.asking');
  });
});
