import {
  exchangeAllCheck,
  exchangeAllCurrencyForm,
  exchangeAllForm,
  exchangeAllStatus,
  exchangeAllSubmit,
  type ExchangeAllForm,
} from '../../contract/calls/exchange-all.ts';
import { handle, type Area, type SignedInCtx } from '../area.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyEntity, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { written } from '../money/decimal.ts';
import { operationEntity } from '../operations/entity.ts';
import { trueOperation } from '../operations/own.ts';
import { replaceOperation } from '../operations/replace.ts';
import { openExchangeAll } from './check.ts';
import { submitExchangeAll } from './submit.ts';
import { plainWallets, pricedWallets, readChoices, type PricedWallet } from './wallets.ts';

/** @throws Refusal 404 for a currency that we do not know. */
const targetOf = async ({ db }: SignedInCtx, code: string): Promise<CurrencyRow> => {
  const currency = (await readCurrencies(db)).get(code);
  if (!currency) throw new Refusal(404, 'not_found');
  return currency;
};

const walletEntity = (
  { currency, available, minimum, priced, closed }: PricedWallet,
  locale: 'ru' | 'en',
): ExchangeAllForm['wallets'][number] => ({
  currency: currencyEntity(currency, locale),
  available: written(available, currency.scale),
  minimum: written(minimum, currency.scale),
  ...(priced && {
    rate: priced.rate,
    give: written(priced.give, currency.scale),
    fee: written(priced.fee, currency.scale),
    get: written(priced.get, priced.pair.dst.scale),
  }),
  ...(closed && { closed }),
});

const formOf = async (ctx: SignedInCtx, into: CurrencyRow | null): Promise<ExchangeAllForm> => {
  const { db, account, locale } = ctx;
  const none = ctx.house.config.providers === 'none';
  const { wallets, ...priced } =
    into === null || none
      ? { wallets: await plainWallets(db, account.id) }
      : await pricedWallets(ctx, db, { account: account.id, into });
  const choices = none ? [] : await readChoices(db);
  return {
    into: into && currencyEntity(into, locale),
    ...priced,
    choices: choices.map((choice) => currencyEntity(choice, locale)),
    wallets: wallets.map((wallet) => walletEntity(wallet, locale)),
  };
};

/** Everything into one currency, at once. */
export const exchangeAllArea: Area = {
  name: 'exchange all',
  calls: [
    handle(exchangeAllForm, (ctx) => formOf(ctx, null)),
    handle(exchangeAllCurrencyForm, async (ctx, { params }) => formOf(ctx, await targetOf(ctx, params.currency))),
    handle(exchangeAllCheck, async (ctx, { params, body }) => {
      const into = await targetOf(ctx, params.currency);
      const row = await ctx.transaction(async (db) => {
        if (body.replaces !== undefined) await replaceOperation(db, ctx.account.id, body.replaces, 'exchange_all');
        return await openExchangeAll(ctx, db, { into, wallets: body.wallets });
      });
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
    handle(exchangeAllSubmit, async (ctx, { body: { id } }) =>
      operationEntity(ctx.db, await submitExchangeAll(ctx, id), ctx.locale, ctx.account.id),
    ),
    handle(exchangeAllStatus, async (ctx, { params: { id } }) => {
      const row = await trueOperation(ctx.db, ctx.account.id, id, 'exchange_all');
      return await operationEntity(ctx.db, row, ctx.locale, ctx.account.id);
    }),
  ],
};
