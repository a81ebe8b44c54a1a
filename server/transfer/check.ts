import { longestComment, type TransferAsk } from '../../contract/calls/transfer.ts';
import { canonicalValue, problemOfField } from '../../contract/fields/problem-of-field.ts';
import type { Fact } from '../../contract/operation.ts';
import type { Field } from '../../contract/payment.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import type { Details } from '../db/tables/ledger.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';
import { availableOf } from '../ledger/wallets.ts';
import { plain } from '../money/decimal.ts';
import { expiryOf } from '../operations/lifetime.ts';
import { openOperation } from '../operations/open.ts';
import type { OperationRow } from '../operations/row.ts';
import { transferWithinLimits } from '../payments/limits.ts';
import { priceAsk } from '../payments/price.ts';
import { transferKind } from './kind.ts';
import { maskedName } from './masked-name.ts';
import type { Recipient } from './recipient.ts';
import { transferTermsOf } from './terms.ts';

const commentField: Field = {
  name: 'comment',
  kind: 'comment',
  label: 'comment',
  required: false,
  longest: longestComment,
};

/** The comment in its one spelling, undefined for none. @throws Refusal 422 `invalid` for the field `comment`. */
const commentOf = (typed: string | undefined): string | undefined => {
  const problem = problemOfField(commentField, typed);
  if (problem !== null) throw new Refusal(422, 'invalid', { fields: { comment: problem } });
  const comment = canonicalValue(commentField, typed ?? '').replaceAll(/\r?\n/g, ' ');
  return comment === '' ? undefined : comment;
};

interface Named {
  recipient: Pick<Recipient, 'number' | 'name' | 'to' | 'isNew'>;
  sender: { name: string | null; email: string };
  comment: string | undefined;
}

/** What either side will read of the other, and whom the next transfer is compared with. */
export const detailsOf = ({ recipient, sender, comment }: Named): Details => {
  const said: Fact[] = comment === undefined ? [] : [{ label: 'comment', text: comment }];
  return {
    values: { to: recipient.to, ...(comment !== undefined && { comment }) },
    recipient: { target: recipient.number, name: recipient.name },
    facts: [{ label: 'recipient', text: recipient.name }, { label: 'typed', text: recipient.to, exact: true }, ...said],
    received_facts: [{ label: 'from', text: maskedName(sender) }, ...said],
    ...(recipient.isNew && { warnings: ['first_use'] }),
  };
};

/**
 * Prices a transfer and keeps it as an open operation, with its recipient, whom nothing changes from then on; how they were
 * named is for the sender alone. Nothing is held. In a transaction.
 * @throws Refusal 422 `unknown_currency`, 422 as `priceAsk`, 422 `invalid` for the comment, and as
 * `transferWithinLimits` and `openOperation`.
 */
export const checkTransfer = async (
  ctx: SignedInCtx,
  db: Db,
  recipient: Recipient,
  ask: TransferAsk,
): Promise<OperationRow> => {
  const { account, house } = ctx;
  const comment = commentOf(ask.comment);
  const terms = await transferTermsOf(db, account.id, ask.currency);
  const available = await availableOf(db, account.id, ask.currency);
  const quote = priceAsk({ method: terms, rate: '1', available }, ask);
  await transferWithinLimits(db, account.id, terms, quote.give);
  const sender = await db
    .selectFrom('personal')
    .select('display_name as name')
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  return await openOperation(ctx, db, {
    id: newOperationId(),
    account_id: account.id,
    counterparty_id: recipient.id,
    kind: 'transfer',
    give_currency: ask.currency,
    give: quote.give.toFixed(),
    get_currency: ask.currency,
    get: quote.get.toFixed(),
    fee: quote.fee.toFixed(),
    rate: '1',
    asked_side: ask.side,
    asked_amount: plain(ask.amount),
    terms_version: terms.row.version,
    details: JSON.stringify(
      detailsOf({ recipient, comment, sender: { name: sender?.name ?? null, email: account.email } }),
    ),
    expires_at: await expiryOf(db, transferKind, house.config, account.number),
  });
};
