import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';
import type { Outcome } from '../providers/provider.ts';
import { addDelivery } from './delivery.ts';

/** The card of an order that was just confirmed: there is nothing on it yet. In the transaction of the confirm. */
export const openCard = async (db: Db, row: OperationRow): Promise<OperationRow> => {
  const { card } = row.details;
  if (!card) throw new Error(`the order ${row.id} names no card`);
  const { once, day } = card.limits;
  await db
    .insertInto('cards')
    .values({
      id: row.id,
      account_id: row.account_id ?? '',
      kind: card.kind,
      brand: card.brand,
      currency: row.give_currency,
      limit_once: once,
      limit_day: day,
      highest_once: once,
      highest_day: day,
      delivery_from: card.delivery?.from ?? null,
      delivery_to: card.delivery?.to ?? null,
    })
    .execute();
  return row;
};

/** Made: it can be used, or is on its way. Of an order that came to nothing no card is left. In the transaction of the outcome. */
export const endCardOrder = async (db: Db, row: OperationRow, outcome?: Outcome): Promise<void> => {
  if (row.status !== 'completed') {
    await db.deleteFrom('cards').where('id', '=', row.id).execute();
    return;
  }
  const made = outcome?.kind === 'done' ? outcome.card : undefined;
  if (!made) throw new Error(`the issuer of ${row.id} did not say what it has made`);
  const isSent = row.details.card?.delivery !== undefined;
  await db
    .updateTable('cards')
    .set({ status: isSent ? 'sent' : 'active', last_four: made.last_four, expires: made.expires })
    .where('id', '=', row.id)
    .where('status', '=', 'ordered')
    .execute();
  if (isSent) await addDelivery(db, row.id);
};
