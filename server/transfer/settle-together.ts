import { failpointStatement } from '../failpoints.ts';
import { prepared } from '../db/prepared.ts';
import type { Line } from '../ledger/movements.ts';
import { lettersOfTransfer } from '../mail/operation-mail.ts';
import type { CurrencyRow } from '../money/currencies.ts';
import { newsOfPayment } from '../notify/payment.ts';
import type { Needs } from '../operations/settle.ts';
import type { OperationRow } from '../operations/row.ts';
import { transferLines } from './postings.ts';

interface Due extends OperationRow {
  payer_email: string;
  payer_locale: 'ru' | 'en' | null;
  payee_email: string;
  payee_locale: 'ru' | 'en' | null;
  from_wallet: string;
  into_wallet: string;
  of: CurrencyRow;
}

/** Both have a wallet already: where one is to be opened the transfer ends by itself. */
const askDue = prepared<Due>(
  'due transfers',
  `select o.id, o.account_id, o.counterparty_id, o.kind, o.status, o.give_currency, o.give, o.get_currency, o.get, o.fee, o.details,
      p.email as payer_email, p.locale as payer_locale, r.email as payee_email, r.locale as payee_locale,
      f.id as from_wallet, i.id as into_wallet, to_json(c) as of
    from operations o
    join accounts p on p.id = o.account_id join accounts r on r.id = o.counterparty_id
    join wallets f on f.account_id = o.account_id and f.currency = o.give_currency
    join wallets i on i.account_id = o.counterparty_id and i.currency = o.get_currency
    join currencies c on c.code = o.give_currency
    where o.id = any($1) and o.kind = 'transfer' and o.status = 'processing'`,
);

const askSettle = prepared<{ id: string }>(
  'settle together',
  'select id from settle_operations($1, $2, $3, $4, $5) as id',
);

const lineOf = ({ to, currency, amount, note }: Line) => ({
  ...('wallet' in to ? to : { house: to.house }),
  ...{ currency, amount: amount.toFixed(), note },
});

/**
 * Ends transfers that are under way, all in one transaction, each with what follows from its end, as `settle` does it one
 * by one. Of the ids those that are no transfers, or have ended, are passed over.
 * @returns the ids of those that it has ended.
 */
export const settleTransfers = async ({ db, failpoints }: Needs, ids: string[]): Promise<string[]> => {
  const due = await askDue(db, [ids]);
  if (due.length === 0) return [];
  const each = <T>(of: (row: Due) => T[]): string =>
    JSON.stringify(due.flatMap((row) => of(row).map((one) => ({ ...one, id: row.id }))));
  const about = 'operations';
  const values = [
    due.map(({ id }) => id),
    each((row) =>
      transferLines(row, row.from_wallet, row.into_wallet)
        .filter(({ amount }) => !amount.eq('0'))
        .map(lineOf),
    ),
    each((row) => {
      const payer = { email: row.payer_email, locale: row.payer_locale };
      const payee = { email: row.payee_email, locale: row.payee_locale };
      const [toPayer, toPayee] = lettersOfTransfer(row, row.of, { payer, payee });
      return [
        { ...toPayer, account: row.account_id, about },
        { ...toPayee, account: row.counterparty_id, about },
      ];
    }),
    each((row) => {
      const { id: key, ...news } = newsOfPayment(row, row.of.scale);
      return [{ ...news, key, account: row.counterparty_id }];
    }),
    each(({ account_id: payer, counterparty_id: payee }) => [
      { account: payer, keys: ['wallets', 'total_balance'] },
      { account: payee, keys: ['wallets', 'total_balance', 'notifications'] },
    ]),
  ];
  const done = await failpointStatement({ db, failpoints }, 'settlement', async (one) => {
    const settled = await askSettle(one, values);
    return settled.length === 0 ? undefined : settled;
  });
  return (done ?? []).map(({ id }) => id);
};
