import type { PaymentAsk } from '../../contract/payment.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';
import { availableOf } from '../ledger/wallets.ts';
import { plain } from '../money/decimal.ts';
import { expiryOf } from '../operations/lifetime.ts';
import { openOperation } from '../operations/open.ts';
import type { OperationRow } from '../operations/row.ts';
import { openSecondStep } from '../operations/second-step.ts';
import { documentFacts, documentsOf, keepDocuments } from '../payments/documents.ts';
import { withinLimits } from '../payments/limits.ts';
import { methodName, openMethod, providerOf } from '../payments/methods.ts';
import { priceForm } from '../payments/price.ts';
import { textsOf } from '../payments/values.ts';
import { fieldsOf } from './fields.ts';
import { withdrawKind } from './kind.ts';
import { recipientOf, warningsOf } from './recipients.ts';

/**
 * Prices a withdrawal and keeps it as an open operation; nothing is held. Whoever gets money for the first time, or under
 * another name than before, needs a code, which goes out by mail. In a transaction.
 * @throws Refusal 409 `method_unavailable`, 422 `needs_verification`, 422 as `priceForm` and `bad_card` for a card
 * that the tokeniser does not know, 422 and 429 as `documentsOf` and `keepDocuments`, 429 as `openSecondStep`, and as
 * `withinLimits` and `openOperation`.
 */
export const checkWithdrawal = async (ctx: SignedInCtx, db: Db, ask: PaymentAsk): Promise<OperationRow> => {
  const { account, house, locale } = ctx;
  const method = await openMethod({ house, db }, 'withdraw', account.id, ask.method);
  const fields = fieldsOf(method);
  const available = await availableOf(db, account.id, method.give.code);
  const quote = priceForm({ method, rate: '1', available }, fields, ask);
  await withinLimits(db, account.id, method, quote.give);
  const values = textsOf(fields, ask);
  const documents = await documentsOf(fields, ask);
  const token = values['card'];
  const card = token === undefined ? undefined : await house.providers[providerOf(method)]?.cards?.card(db, token);
  const recipient = recipientOf(method, values, card);
  if (!recipient) throw new Refusal(422, 'invalid', { fields: { card: 'bad_card' } });
  const warnings = await warningsOf(db, account.id, method, recipient);
  const { facts, ...known } = recipient;
  const details: OperationRow['details'] = {
    method: method.row.id,
    provider: providerOf(method),
    seconds: method.row.minutes_to * 60,
    values,
    recipient: known,
    facts: [{ label: 'method', text: methodName(method, locale) }, ...facts, ...documentFacts(documents)],
    warnings,
  };
  const row = await openOperation(ctx, db, {
    id: newOperationId(),
    account_id: account.id,
    kind: 'withdraw',
    give_currency: method.give.code,
    give: quote.give.toFixed(),
    get_currency: method.get.code,
    get: quote.get.toFixed(),
    fee: quote.fee.toFixed(),
    rate: '1',
    asked_side: ask.side,
    asked_amount: plain(ask.amount),
    terms_version: method.row.version,
    details: JSON.stringify(details),
    expires_at: await expiryOf(db, withdrawKind, house.config, account.number),
  });
  await keepDocuments(db, row, documents);
  if (warnings.length > 0) await openSecondStep(house, db, account, row);
  return row;
};
