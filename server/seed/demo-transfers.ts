import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { move } from '../ledger/movements.ts';
import { openWallet } from '../ledger/wallets.ts';
import { newsOfPayment, notifyOfPayment } from '../notify/payment.ts';
import { priceAsk } from '../payments/price.ts';
import { detailsOf } from '../transfer/check.ts';
import { maskedName } from '../transfer/masked-name.ts';
import { transferLines } from '../transfer/postings.ts';
import { transferTermsOf } from '../transfer/terms.ts';
import { toldThen } from './told-then.ts';

type Past = readonly [hoursAgo: number, from: 'demo' | 'known', currency: string, amount: string, comment?: string];

/** Between the demo account and the one that it knows, oldest first; the last one is what their chat speaks of. */
const past: Past[] = [
  [1130, 'demo', 'EUR', '85'],
  [690, 'known', 'EUR', '40'],
  [380, 'demo', 'USD', '120'],
  [214, 'known', 'USD', '25.50'],
  [26, 'demo', 'EUR', '36.40', 'За ужин, пополам'],
];

type Person = { id: string; email: string; number: string };

/** Transfers of both, each told to whom it reached. `now` in milliseconds. In a transaction. */
export const seedDemoTransfers = async (
  db: Db,
  people: Record<'demo' | 'known', Person>,
  now: number,
): Promise<void> => {
  const paid = new Set<string>();
  for (const [hoursAgo, from, currency, amount, comment] of past) {
    const [sender, other] = from === 'demo' ? [people.demo, people.known] : [people.known, people.demo];
    const said = { currency, amount, comment, isNew: !paid.has(from) };
    await relive(db, { sender, other, said, opened: now - hoursAgo * 3_600_000 });
    paid.add(from);
  }
};

interface Relived {
  sender: Person;
  other: Person;
  said: { currency: string; amount: string; comment: string | undefined; isNew: boolean };
  opened: number;
}

const relive = async (db: Db, { sender, other, said, opened }: Relived): Promise<void> => {
  const { currency, amount, comment, isNew } = said;
  const after = (seconds: number) => new Date(opened + seconds * 1_000).toISOString();
  const terms = await transferTermsOf(db, sender.id, currency);
  const quote = priceAsk({ method: terms, rate: '1' }, { side: 'give', amount });
  const recipient = {
    ...{ number: other.number, to: other.email, isNew },
    name: maskedName({ name: null, email: other.email }),
  };
  const { id } = await db
    .insertInto('operations')
    .values({
      ...{ id: newOperationId(), account_id: sender.id, counterparty_id: other.id, kind: 'transfer' },
      ...{ give_currency: currency, give: quote.give.toFixed(), get_currency: currency, get: quote.get.toFixed() },
      ...{ fee: quote.fee.toFixed(), rate: '1', asked_side: 'give', asked_amount: amount },
      terms_version: terms.row.version,
      details: JSON.stringify(detailsOf({ recipient, comment, sender: { name: null, email: sender.email } })),
      ...{ created_at: after(0), changed_at: after(0), expires_at: after(120) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sent = after(17);
  const row = await db
    .updateTable('operations')
    .set({ status: 'completed', changed_at: sent, submitted_at: sent, placed_at: sent })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const wallet = await openWallet(db, sender.id, currency);
  const into = await openWallet(db, other.id, currency);
  await move(db, id, 'settle', transferLines(row, { wallet, part: 'available' }, into), sent);
  await notifyOfPayment(db, row);
  await toldThen(db, { account: other.id, id: newsOfPayment(row, terms.get.scale).id, at: sent });
};
