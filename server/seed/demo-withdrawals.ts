import type { Db } from '../db/db.ts';
import { depositTo } from '../ledger/deposit.ts';
import { newOperationId } from '../ledger/ids.ts';
import { move } from '../ledger/movements.ts';
import { openWallet } from '../ledger/wallets.ts';
import { holdLines, releaseLines } from '../operations/holding.ts';
import type { OperationRow } from '../operations/row.ts';
import { findMethod, methodName } from '../payments/methods.ts';
import { priceAsk } from '../payments/price.ts';
import { cardOf, cardToken } from '../providers/sandbox-cards.ts';
import { sandboxKey } from '../sandbox/keys.ts';
import { withdrawKind } from '../withdraw/kind.ts';
import { recipientOf, saveRecipient } from '../withdraw/recipients.ts';

type Past = readonly [
  hoursAgo: number,
  method: string,
  amount: string,
  /** Of the form; a card is given by its token. */
  values: Record<string, string>,
  outcome?: 'failed' | 'cancelled',
];

const maria = { iban: 'DE89370400440532013000', recipient: 'Maria Orlova' };
const ivan = { iban: 'FR1420041010050500013M02606', recipient: 'Ivan Petrov' };
const purse = { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
const neighbour = { phone: '+79161234567', bank: 'onego' };
const supplier = { iban: 'GB33BUKB20201555555555', recipient: 'Harbour Supplies Ltd', bic: 'BUKBGB22XXX' };
const card = { brand: 'mir', lastFour: '7710', fingerprint: 'd9c1a4f07b3e5268d9c1a4f0' } as const;

/** Its withdrawals, oldest first; completed unless it says otherwise. What has left came in before, so that balances stay as they are. */
const past: Past[] = [
  [1290, 'bank_eur', '180', maria],
  [910, 'bitcoin_btc', '0.004', purse],
  [640, 'phone_rub', '3500', neighbour],
  [500, 'swift_usd', '400', supplier],
  [412, 'card_rub', '5000', {}],
  [221, 'bank_eur', '60', ivan, 'failed'],
  [31, 'bitcoin_btc', '0.002', purse, 'cancelled'],
];

const reasons = { failed: 'payout_declined', cancelled: 'cancelled_by_person' } as const;

/** Withdrawals of the demo account, each with its statuses, its postings and its recipient. `now` in milliseconds. In a transaction. */
export const seedDemoWithdrawals = async (db: Db, accountId: string, now: number): Promise<void> => {
  for (const one of past) await relive(db, accountId, one, now);
};

const relive = async (db: Db, accountId: string, one: Past, now: number): Promise<void> => {
  const [hoursAgo, id, amount, fields, outcome] = one;
  const opened = now - hoursAgo * 3_600_000;
  const after = (seconds: number) => new Date(opened + seconds * 1_000).toISOString();
  const method = await findMethod(db, 'withdraw', accountId, id);
  const key = await sandboxKey(db);
  const token = cardToken(key, card);
  const values = method?.row.system === 'card' ? { ...fields, card: token } : fields;
  const recipient = method && recipientOf(method, values, cardOf(key, token));
  if (!method || !recipient) throw new Error(`the demo account cannot withdraw by ${id}`);
  const { facts, ...known } = recipient;
  const details: OperationRow['details'] = {
    method: id,
    values,
    recipient: known,
    facts: [{ label: 'method', text: methodName(method, 'ru') }, ...facts],
  };
  const quote = priceAsk({ method, rate: '1' }, { side: 'give', amount });
  const currency = method.give.code;
  const row = await db
    .insertInto('operations')
    .values({
      id: newOperationId(),
      account_id: accountId,
      kind: 'withdraw',
      give_currency: currency,
      give: quote.give.toFixed(),
      get_currency: currency,
      get: quote.get.toFixed(),
      fee: quote.fee.toFixed(),
      rate: '1',
      asked_side: 'give',
      asked_amount: amount,
      terms_version: method.row.version,
      details: JSON.stringify(details),
      created_at: after(0),
      changed_at: after(0),
      expires_at: after(600),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (!outcome) await depositTo(db, accountId, { currency, amount, at: after(-3_600) });
  const [submitted, ended] = [after(47), after(outcome === 'cancelled' ? 50 : 93)];
  const wallet = await openWallet(db, accountId, currency);
  await step(db, row, { status: 'processing', changed_at: submitted, submitted_at: submitted });
  await move(db, row.id, 'hold', holdLines(row, wallet), submitted);
  if (outcome) {
    await step(db, row, { status: outcome, reason: reasons[outcome], changed_at: ended });
    await move(db, row.id, 'release', releaseLines(row, wallet), ended);
    return;
  }
  await step(db, row, { status: 'completed', changed_at: ended, placed_at: after(52) });
  await move(db, row.id, 'settle', await withdrawKind.settle(db, row), ended);
  await saveRecipient(db, row, ended);
};

type Step = Partial<Pick<OperationRow, 'status' | 'reason' | 'changed_at' | 'submitted_at' | 'placed_at'>>;

const step = async (db: Db, { id }: OperationRow, to: Step): Promise<void> => {
  await db.updateTable('operations').set(to).where('id', '=', id).execute();
};
