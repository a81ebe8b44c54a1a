import * as z from 'zod/mini';
import { currencyCode, decimal } from '../../contract/money.ts';
import { devTool, type DevTool, type House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { depositTo } from '../ledger/deposit.ts';
import { Big, fits } from '../money/decimal.ts';
import { raise } from '../revision.ts';
import { changePair } from './change-pair.ts';
import { sandboxSettings, tellSandbox } from '../providers/sandbox-settings.ts';

const account = z.string().check(z.regex(/^\d{8}$/));
const { behaviour, delay_ms, pause_ms } = sandboxSettings.provider.shape;

const accountId = async (db: Db, number: string): Promise<string> => {
  const row = await db.selectFrom('accounts').select('id').where('number', '=', number).executeTakeFirst();
  if (!row) throw new Refusal(404, 'not_found');
  return row.id;
};

const deposit = async ({ db }: House, asked: { account: string; currency: string; amount: string }) => {
  const currency = await db.selectFrom('currencies').selectAll().where('code', '=', asked.currency).executeTakeFirst();
  const amount = new Big(asked.amount);
  if (!currency || !amount.gt('0') || !fits(amount, currency.scale)) throw new Refusal(422, 'invalid');
  return await db.transaction().execute(async (trx) => {
    const id = await accountId(trx, asked.account);
    const operation = await depositTo(trx, id, { currency: currency.code, amount: amount.toFixed() });
    await raise(trx, id, 'wallets', 'total_balance');
    return { operation };
  });
};

export const exchangeTools: DevTool[] = [
  /** Changes a pair: open checks of it have other terms from then on. */
  devTool(
    '/dev/market',
    z.object({ src: currencyCode, dst: currencyCode, percent: z.optional(decimal), enabled: z.optional(z.boolean()) }),
    async ({ db }, { src, dst, percent, enabled }) => {
      const row = await changePair(db, src, dst, { percent, enabled });
      if (!row) throw new Refusal(404, 'not_found');
      return row;
    },
  ),
  /** Tells the provider how to behave, to everybody or to one account; without a behaviour it is itself again. */
  devTool(
    '/dev/providers',
    z.object({ behaviour: z.optional(behaviour), delay_ms, pause_ms, account: z.optional(account) }),
    async ({ db }, { account: whom, behaviour: how, ...waits }) => {
      const told = how === undefined ? null : { behaviour: how, ...waits };
      await tellSandbox(db, 'provider', told, whom);
      return { provider: told };
    },
  ),
  /** How long a check holds its rate from now on; without a lifetime as long as usual. */
  devTool(
    '/dev/quotes',
    z.object({ lifetime_ms: z.optional(sandboxSettings.quotes.shape.lifetime_ms), account: z.optional(account) }),
    async ({ db }, { lifetime_ms: lifetime, account: whom }) => {
      const told = lifetime === undefined ? null : { lifetime_ms: lifetime };
      await tellSandbox(db, 'quotes', told, whom);
      return { quotes: told };
    },
  ),
  /** Money from outside for an account. */
  devTool('/dev/money', z.object({ account, currency: currencyCode, amount: decimal }), deposit),
];
