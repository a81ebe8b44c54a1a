import { sql } from 'kysely';
import { brandNames, type CardOperation } from '../../contract/card.ts';
import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { newOperationId } from '../ledger/ids.ts';
import { move } from '../ledger/movements.ts';
import { openWallet } from '../ledger/wallets.ts';
import { writeOperationMail } from '../mail/operation-mail.ts';
import { Big } from '../money/decimal.ts';
import { holdLines } from '../operations/holding.ts';
import type { CardCharge } from '../providers/provider.ts';
import { raise } from '../revision.ts';
import { spentWith, type CardRow } from './cards.ts';
import { isOver } from './over.ts';

type Decline = NonNullable<CardOperation['reason']>;
/** How a charge was answered. */
export type Answered = { status: 'approved' } | { status: 'declined'; reason: Decline };

const whyNot = async (
  db: Db,
  card: CardRow & { over: boolean },
  { amount, declined }: CardCharge,
  wallet: string,
): Promise<Decline | undefined> => {
  if (declined) return declined;
  if (card.over) return 'expired';
  if (card.status === 'frozen') return 'frozen';
  if (card.status !== 'active') return 'not_arrived';
  const value = new Big(amount);
  if (value.gt(card.limit_once)) return 'above_once';
  const spent = (await spentWith(db, [card.id])).get(card.id) ?? '0';
  if (value.plus(spent).gt(card.limit_day)) return 'above_day';
  const { available } = await db
    .selectFrom('wallets')
    .select('available')
    .where('id', '=', wallet)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (value.gt(available)) return 'insufficient_funds';
  // After the wallet, as everywhere: whoever stops the account waits for what is paid here, or was here before it.
  const { stopped_at: stopped } = await db
    .selectFrom('accounts')
    .select('stopped_at')
    .where('id', '=', card.account_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return stopped === null ? undefined : 'stopped';
};

/** The money leaves the wallet: a withdrawal that has come to its end, to whoever was paid. Told by a letter, as any other. */
const pay = async (
  db: Db,
  card: CardRow,
  { merchant, currency, amount }: CardCharge,
  wallet: string,
): Promise<string> => {
  const id = newOperationId();
  const now = sql<string>`clock_timestamp()`;
  const details = {
    paid_by: card.id,
    facts: [
      { label: 'merchant', text: merchant },
      { label: 'card', text: `${brandNames[card.brand]} •• ${card.last_four}` },
    ],
  };
  const row = await db
    .insertInto('operations')
    .values({
      ...{ id, account_id: card.account_id, kind: 'withdraw', status: 'completed' },
      ...{ give_currency: currency, give: amount, get_currency: currency, get: amount, fee: '0', rate: '1' },
      ...{ asked_side: 'give', asked_amount: amount, terms_version: 1, details: JSON.stringify(details) },
      ...{ created_at: now, changed_at: now, submitted_at: now, expires_at: now },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const value = new Big(amount);
  await move(db, id, 'hold', holdLines({ give_currency: currency, give: amount }, wallet));
  await move(db, id, 'settle', [
    { to: { wallet, part: 'held' }, currency, amount: value.neg(), note: 'give' },
    { to: { house: 'outside' }, currency, amount: value, note: 'withdraw' },
  ]);
  await raise(db, card.account_id, 'wallets', 'total_balance');
  await writeOperationMail(db, row);
  return id;
};

/**
 * What an issuer asks before anything is paid with a card: once for each of its ids, however often it asks, and one after the
 * other for a card. Undefined for a card that we do not know or that is not made yet, or a
 * currency that is not its own.
 */
export const chargeCard = async ({ db }: Pick<House, 'db'>, charge: CardCharge): Promise<Answered | undefined> =>
  await db.transaction().execute(async (trx) => {
    const card = await trx
      .selectFrom('cards')
      .selectAll()
      .select(isOver.as('over'))
      .where('id', '=', charge.card)
      .forUpdate()
      .executeTakeFirst();
    if (!card || card.status === 'ordered' || card.currency !== charge.currency) return undefined;
    const before = await trx
      .selectFrom('card_operations')
      .select(['status', 'reason', 'card_id'])
      .where('id', '=', charge.id)
      .executeTakeFirst();
    if (before && before.card_id !== card.id) return undefined;
    if (before) return before.reason === null ? { status: 'approved' } : { status: 'declined', reason: before.reason };
    const wallet = await openWallet(trx, card.account_id, card.currency);
    const reason = await whyNot(trx, card, charge, wallet);
    const operation = reason === undefined ? await pay(trx, card, charge, wallet) : null;
    const { id, merchant, currency, amount } = charge;
    await trx
      .insertInto('card_operations')
      .values({
        ...{ id, card_id: card.id, account_id: card.account_id, merchant, currency, amount },
        ...{ status: reason === undefined ? 'approved' : 'declined', reason: reason ?? null, operation_id: operation },
      })
      .execute();
    return reason === undefined ? { status: 'approved' } : { status: 'declined', reason };
  });
