import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';
import type { CurrencyRow } from '../money/currencies.ts';
import { Big } from '../money/decimal.ts';
import { expiryOf } from '../operations/lifetime.ts';
import { openOperation } from '../operations/open.ts';
import type { OperationRow } from '../operations/row.ts';
import { exchangeAllKind } from './kind.ts';
import { pricedWallets } from './wallets.ts';

/**
 * Prices these wallets whole and keeps them as one open operation with a line each, which is an exchange. What cannot
 * take part is left out. In a transaction.
 * @throws Refusal 422 `nothing_to_exchange` when nothing can, and as `openOperation`.
 */
export const openExchangeAll = async (
  ctx: SignedInCtx,
  db: Db,
  { into, wallets }: { into: CurrencyRow; wallets: string[] },
): Promise<OperationRow> => {
  const { account, house } = ctx;
  const lines = (await pricedWallets(ctx, db, { account: account.id, into, only: wallets })).wallets
    .map(({ priced }) => priced)
    .filter((priced) => priced !== undefined);
  if (lines.length === 0) throw new Refusal(422, 'nothing_to_exchange', { fields: { wallets: 'nothing_to_exchange' } });
  const total = lines.reduce((sum, { get }) => sum.plus(get), new Big('0')).toFixed();
  const parent = await openOperation(ctx, db, {
    id: newOperationId(),
    account_id: account.id,
    kind: 'exchange_all',
    give_currency: into.code,
    give: total,
    get_currency: into.code,
    get: total,
    fee: '0',
    rate: '1',
    asked_side: 'give',
    asked_amount: total,
    terms_version: 1,
    expires_at: await expiryOf(db, exchangeAllKind, house.config, account.number),
  });
  await db
    .insertInto('operations')
    .values(
      lines.map(({ give, get, fee, rate, pair }) => ({
        id: newOperationId(),
        parent_id: parent.id,
        account_id: account.id,
        kind: 'exchange' as const,
        give_currency: pair.src.code,
        give: give.toFixed(),
        get_currency: into.code,
        get: get.toFixed(),
        fee: fee.toFixed(),
        rate,
        asked_side: 'give' as const,
        asked_amount: give.toFixed(),
        terms_version: pair.row.version,
        expires_at: parent.expires_at,
      })),
    )
    .execute();
  return parent;
};
