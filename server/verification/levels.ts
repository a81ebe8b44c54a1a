import { sql } from 'kysely';
import type { Verification } from '../../contract/verification.ts';
import type { Db } from '../db/db.ts';
import { written } from '../money/decimal.ts';

type Level = Verification['levels'][number];

const levels = [0, 1] as const;
const flows = ['deposit', 'withdraw', 'purchase'] as const;
/** Limits are told in one currency, whatever wallets somebody has. */
const inCurrency = 'USD';
const scale = 2;

interface Told {
  flow: Level['limits'][number]['flow'];
  ways: number;
  /** By level. */
  open: [number, number];
  most: [string, string];
}

const ofMethods = async (db: Db): Promise<Told[]> => {
  const { rows } = await sql<{ flow: string; ways: number; open: number; least: string; most: string }>`
    select flow, count(*)::integer as ways, count(maximum_unverified)::integer as open,
      coalesce(max(maximum_unverified) filter (where give_currency = ${inCurrency}), 0) as least,
      coalesce(max(maximum) filter (where give_currency = ${inCurrency}), 0) as most
    from payment_methods where enabled group by flow`.execute(db);
  return flows.map((flow) => {
    const row = rows.find((one) => one.flow === flow);
    return {
      flow,
      ways: row?.ways ?? 0,
      open: [row?.open ?? 0, row?.ways ?? 0],
      most: [row?.least ?? '0', row?.most ?? '0'],
    };
  });
};

const ofTransfers = async (db: Db): Promise<Told> => {
  const row = await db
    .selectFrom('transfer_terms')
    .select(['maximum_unverified', 'maximum'])
    .where('currency', '=', inCurrency)
    .executeTakeFirst();
  const ways = row ? 1 : 0;
  return { flow: 'transfer', ways, open: [ways, ways], most: [row?.maximum_unverified ?? '0', row?.maximum ?? '0'] };
};

/** What each level allows at once, in US dollars, as the limits themselves have it now. */
export const readLevels = async (db: Db): Promise<Level[]> => {
  const told = [...(await ofMethods(db)), await ofTransfers(db)];
  return levels.map((level) => ({
    level,
    limits: told.map(({ flow, ways, open, most }) => ({
      ...{ flow, ways, open: open[level] },
      most: written(most[level], scale),
    })),
  }));
};
