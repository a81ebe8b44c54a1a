import type { TransferForm } from '../../contract/calls/transfer.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { currencyEntity } from '../money/currencies.ts';
import { plain, written } from '../money/decimal.ts';
import { todayOfTransfers } from '../payments/today.ts';
import { names } from './recipient.ts';
import { readTransferTerms } from './terms.ts';

/** Transfers that are looked through for those to whom money went, and how many of them the form names. */
const most = { looked: 200, shown: 10 };

/** To whom money went before, the newest first, each once, by what was typed for them last that names them still. */
const recentRecipients = async (db: Db, accountId: string): Promise<TransferForm['recent']> => {
  const rows = await db
    .selectFrom('operations as o')
    .innerJoin('accounts as a', 'a.id', 'o.counterparty_id')
    .select(['a.id as whom', 'a.number', 'a.email', 'o.details'])
    .where('o.account_id', '=', accountId)
    .where('o.kind', '=', 'transfer')
    .where('o.status', '=', 'completed')
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(most.looked)
    .execute();
  const found = new Map<string, { to: string; name: string }>();
  for (const { whom, details, ...account } of rows) {
    const { values, recipient } = details;
    const to = values?.['to'];
    if (to !== undefined && recipient && !found.has(whom) && names(to, account))
      found.set(whom, { to, name: recipient.name });
  }
  return [...found.values()].slice(0, most.shown);
};

/** What the account can send, and to whom it did. */
export const transferFormOf = async ({ db, account, locale }: SignedInCtx): Promise<TransferForm> => {
  const wallets = await db
    .selectFrom('wallets')
    .select(['currency', 'available'])
    .where('account_id', '=', account.id)
    .execute();
  const available = new Map(wallets.map((wallet) => [wallet.currency, wallet.available]));
  const terms = (await readTransferTerms(db, account.id)).filter(({ give }) => available.has(give.code));
  const found: TransferForm['wallets'] = [];
  // One after the other: a person takes one connection at a time, however many wallets they have.
  for (const one of terms) {
    const { row, give, maximum } = one;
    found.push({
      currency: currencyEntity(give, locale),
      available: written(available.get(give.code) ?? '0', give.scale),
      minimum: written(row.minimum, give.scale),
      maximum: written(maximum, give.scale),
      fee: { percent: plain(row.percent), minimum: written(row.fee_minimum, give.scale) },
      ...(await todayOfTransfers(db, account.id, one)),
    });
  }
  return { wallets: found, recent: await recentRecipients(db, account.id) };
};
