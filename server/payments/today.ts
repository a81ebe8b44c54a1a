import type { DayLeft } from '../../contract/payment.ts';
import type { Db } from '../db/db.ts';
import { Big, written, type Decimal } from '../money/decimal.ts';
import type { TransferTerms } from '../transfer/terms.ts';
import { freedAt, mostAtOnce, mostToday, usedToday, type Whose } from './limits.ts';
import type { Method } from './methods.ts';
import { leastGive } from './price.ts';

/** A part of a form, absent where the most at once says enough. */
interface OfToday {
  today?: DayLeft;
}

/** What may be given at once: `least` and `most` now, and `verified` by whoever is verified. */
interface Bounds {
  least: Decimal;
  most: string;
  verified: string;
}

const leftOf = async (db: Db, whose: Whose, atOnce: string, { least, most, verified }: Bounds): Promise<OfToday> => {
  const exact = mostToday(atOnce).minus(await usedToday(db, whose));
  if (exact.gte(most)) return {};
  const left = exact.gt('0') ? exact : new Big('0');
  const again = left.lt(least) ? await freedAt(db, whose, least.minus(exact)) : undefined;
  return {
    today: {
      left: written(left, whose.currency.scale),
      ...(again !== undefined && { again_at: again }),
      verification: new Big(verified).gt(most),
    },
  };
};

/** What one account may still give today by this way at this rate, as `withinLimits` decides. Of a closed way nothing is said. */
export const todayBy = async (db: Db, account: string, method: Method, rate: string): Promise<OfToday> => {
  const { row, give, maximum, closed } = method;
  if (closed) return {};
  const bounds = { least: leastGive(method, rate), most: maximum, verified: row.maximum };
  const atOnce = await mostAtOnce(db, row.flow, account, give.code);
  return await leftOf(db, { account, kind: row.flow, currency: give }, atOnce, bounds);
};

/** As `todayBy`, of transfers, as `transferWithinLimits` decides. */
export const todayOfTransfers = (db: Db, account: string, terms: TransferTerms): Promise<OfToday> => {
  const { row, give, maximum } = terms;
  const bounds = { least: leastGive(terms, '1'), most: maximum, verified: row.maximum };
  return leftOf(db, { account, kind: 'transfer', currency: give }, maximum, bounds);
};
