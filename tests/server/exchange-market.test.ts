import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { decimal } from '../../contract/money.ts';
import { seededMarket } from '../../server/market/market.ts';
import { Big } from '../../server/money/decimal.ts';

const codes = ['USD', 'EUR', 'RUB', 'GBP', 'JPY', 'KZT', 'BTC', 'ETH', 'USDT'];
const noon = Date.UTC(2026, 4, 4, 12);
const market = seededMarket('test');

describe('F3 the market', () => {
  it('F3 gives the same rate in another process: seed and time decide alone', () => {
    const script = `import { seededMarket } from '${import.meta.resolve('../../server/market/market.ts')}';
      console.log(seededMarket('test').rate('ETH', 'BTC', ${noon}));`;
    const other = execFileSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
      encoding: 'utf8',
    });
    expect(other.trim()).toBe(market.rate('ETH', 'BTC', noon));
    expect(seededMarket('another').rate('ETH', 'BTC', noon)).not.toBe(other.trim());
  });

  it('F3 moves every second, a little, and stays near where it began', () => {
    const rates = Array.from({ length: 60 }, (_, second) => market.rate('BTC', 'USD', noon + second * 1_000));
    expect(new Set(rates).size).toBeGreaterThan(50);
    for (const [at, rate] of rates.entries()) {
      const before = rates[at - 1];
      if (before) expect(new Big(rate).div(before).minus('1').abs().lt('0.001')).toBe(true);
    }
    for (let day = 0; day < 400; day += 1) {
      const rate = new Big(market.rate('BTC', 'USD', noon + day * 86_400_000));
      expect(rate.gt('70000') && rate.lt('115000')).toBe(true);
    }
  });

  it('F3 has a rate above zero for every pair, at most eighteen digits, and there and back is never a gain', () => {
    for (const src of codes)
      for (const dst of codes.filter((code) => code !== src)) {
        const rate = market.rate(src, dst, noon);
        expect(decimal.safeParse(rate).success).toBe(true);
        expect(new Big(rate).gt('0')).toBe(true);
        expect(new Big(rate).times(market.rate(dst, src, noon)).lte('1')).toBe(true);
      }
    expect(() => market.rate('XXX', 'USD', noon)).toThrow(RangeError);
  });

  it('F3 the day: 24 points of which the last is now, and the change against a day ago', () => {
    const points = market.sparkline('BTC', 'USD', noon + 90_000);
    expect(points).toHaveLength(24);
    expect(points.at(-1)).toBe(market.rate('BTC', 'USD', noon + 90_000));
    expect(points.at(-2)).toBe(market.rate('BTC', 'USD', noon));
    expect(points[0]).toBe(market.rate('BTC', 'USD', noon - 22 * 3_600_000));
    const before = market.rate('BTC', 'USD', noon - 86_400_000);
    const change = new Big(market.rate('BTC', 'USD', noon)).div(before).minus('1').times('100');
    expect(market.change('BTC', 'USD', noon)).toBe(change.toFixed(2));
    expect(market.change('BTC', 'USD', noon)).toMatch(/^-?\d+\.\d\d$/);
  });
});
