import type { House } from '../area.ts';
import { depositToHouse } from '../ledger/deposit.ts';

/** What the sandbox's house can pay out at first. */
const first: Record<string, string> = {
  USD: '2400000',
  EUR: '1900000',
  RUB: '180000000',
  GBP: '1200000',
  JPY: '320000000',
  KZT: '900000000',
  BTC: '38.5',
  ETH: '740',
  USDT: '3100000',
};

/** Gives the house its first reserves, once a currency; production knows them by their ids (`production.ts`). Where nothing is sandbox, the treasury does that itself. */
export const fillReserves = async ({ db, config }: House): Promise<void> => {
  if (config.providers !== 'sandbox') return;
  for (const [position, [currency, amount]] of Object.entries(first).entries()) {
    const id = `RESERVE${String(position).padStart(13, '0')}`;
    await db.transaction().execute(async (trx) => {
      const there = await trx.selectFrom('operations').select('id').where('id', '=', id).executeTakeFirst();
      if (!there) await depositToHouse(trx, { id, currency, amount });
    });
  }
};
