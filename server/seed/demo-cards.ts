import type { CardOperation } from '../../contract/card.ts';
import { cardOrderKind } from '../card/kind.ts';
import { deliveryOf } from '../card/offers.ts';
import type { Db } from '../db/db.ts';
import { depositTo } from '../ledger/deposit.ts';
import { newOperationId } from '../ledger/ids.ts';
import { move } from '../ledger/movements.ts';
import { openWallet } from '../ledger/wallets.ts';
import { holdLines } from '../operations/holding.ts';
import { makeCard } from '../sandbox/issuer.ts';

interface Tried {
  hoursAgo: number;
  merchant: string;
  amount: string;
  declined: NonNullable<CardOperation['reason']>;
}
interface Past {
  hoursAgo: number;
  offer: string;
  status: 'active' | 'frozen';
  values: Record<string, string>;
  tried: Tried[];
}

const home = {
  ...{ holder: 'MARIA ORLOVA', country: 'DE', city: 'Berlin', street: 'Lindenstr. 5', postcode: '10969' },
  phone: '+4915112345678',
};

/** Its cards, with what was declined, oldest first. What they cost came in before, so that balances stay as they are. */
const past: Past[] = [
  { hoursAgo: 1130, offer: 'plastic_eur', status: 'frozen', values: home, tried: [] },
  {
    hoursAgo: 610,
    offer: 'virtual_eur',
    status: 'active',
    values: {},
    tried: [
      { hoursAgo: 199, merchant: 'Harbour Hotel', amount: '720', declined: 'above_once' },
      { hoursAgo: 53, merchant: 'Lucky Nines', amount: '50', declined: 'not_allowed' },
    ],
  },
];

/** Cards of the demo account. `now` in milliseconds. In a transaction. */
export const seedDemoCards = async (db: Db, accountId: string, now: number): Promise<void> => {
  for (const one of past) await relive(db, accountId, one, now);
};

const relive = async (db: Db, accountId: string, { hoursAgo, offer: id, status, values, tried }: Past, now: number) => {
  const opened = now - hoursAgo * 3_600_000;
  const after = (seconds: number) => new Date(opened + seconds * 1_000).toISOString();
  const offer = await db.selectFrom('card_offers').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { kind, brand, currency, price } = offer;
  const delivery = deliveryOf(offer);
  await depositTo(db, accountId, { currency, amount: price, at: new Date(now - 61 * 86_400_000).toISOString() });
  const row = await db
    .insertInto('operations')
    .values({
      ...{ id: newOperationId(), account_id: accountId, kind: 'card_order' },
      ...{ give_currency: currency, give: price, get_currency: currency, get: price, fee: '0', rate: '1' },
      ...{ asked_side: 'give', asked_amount: price, terms_version: offer.version },
      details: JSON.stringify({
        values,
        card: {
          ...{ offer: id, kind, brand, ...(delivery && { delivery }), cancel: 5 },
          limits: { once: offer.limit_once, day: offer.limit_day },
        },
      }),
      ...{ created_at: after(0), changed_at: after(0), expires_at: after(600) },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const wallet = await openWallet(db, accountId, currency);
  const step = (to: object) => db.updateTable('operations').set(to).where('id', '=', row.id).execute();
  await step({ status: 'processing', changed_at: after(40), submitted_at: after(40) });
  await move(db, row.id, 'hold', holdLines(row, wallet), after(40));
  await step({ status: 'completed', changed_at: after(52), placed_at: after(45) });
  await move(db, row.id, 'settle', await cardOrderKind.settle(db, row), after(52));
  const made = await makeCard(db, { id: row.id, card: { kind, brand } });
  await db
    .insertInto('cards')
    .values({
      ...{ id: row.id, account_id: accountId, kind, brand, currency, status },
      ...{ last_four: made.last_four, expires: made.expires, ordered_at: after(40) },
      ...{ limit_once: offer.limit_once, limit_day: offer.limit_day },
      ...{ highest_once: offer.limit_once, highest_day: offer.limit_day },
      ...{ delivery_from: offer.delivery_from, delivery_to: offer.delivery_to },
    })
    .execute();
  for (const [place, one] of tried.entries())
    await decline(db, { card: row.id, account: accountId, currency, place }, one, now);
};

interface Payer {
  card: string;
  account: string;
  currency: string;
  place: number;
}

const decline = async (
  db: Db,
  payer: Payer,
  { hoursAgo, merchant, amount, declined }: Tried,
  now: number,
): Promise<void> => {
  const { card, account, currency, place } = payer;
  const at = new Date(now - hoursAgo * 3_600_000).toISOString();
  await db
    .insertInto('card_operations')
    .values({
      ...{ id: `demo_${card}_${place}`, card_id: card, account_id: account, at, merchant, currency, amount },
      ...{ status: 'declined', reason: declined },
    })
    .execute();
};
