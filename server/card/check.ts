import type { CardAsk } from '../../contract/card.ts';
import { canonicalValue, problemsOfFields } from '../../contract/fields/problem-of-field.ts';
import type { SignedInCtx } from '../area.ts';
import type { Db } from '../db/db.ts';
import { Refusal } from '../http/refusal.ts';
import { newOperationId } from '../ledger/ids.ts';
import { availableOf } from '../ledger/wallets.ts';
import { plain, written } from '../money/decimal.ts';
import { expiryOf } from '../operations/lifetime.ts';
import { openOperation } from '../operations/open.ts';
import type { OperationRow } from '../operations/row.ts';
import { fieldsOf } from './fields.ts';
import { cardOrderKind } from './kind.ts';
import { deliveryOf, openOffer } from './offers.ts';

/** How long an issuer is said to take, in seconds. */
const made = { real: 24 * 3_600, sandbox: 30 };

/**
 * Prices an order and keeps it as an open operation; nothing is held. In a transaction.
 * @throws Refusal as `openOffer`; 422 `invalid` with a code a field; 422 `insufficient_funds` with `params`; as `openOperation`.
 */
export const checkCardOrder = async (ctx: SignedInCtx, db: Db, ask: CardAsk): Promise<OperationRow> => {
  const { account, house, locale } = ctx;
  const { row: offer, currency, cancel } = await openOffer({ db, house, account }, ask.offer);
  const fields = fieldsOf(offer.kind, locale);
  const problems = problemsOfFields(fields, Object.fromEntries(fields.map(({ name }) => [name, ask[name]])));
  if (Object.keys(problems).length > 0) throw new Refusal(422, 'invalid', { fields: problems });
  const available = await availableOf(db, account.id, currency.code);
  if (available.lt(offer.price))
    throw new Refusal(422, 'insufficient_funds', {
      params: { available: written(available, currency.scale), currency: currency.code },
    });
  const delivery = deliveryOf(offer);
  const details: OperationRow['details'] = {
    values: Object.fromEntries(fields.map((field) => [field.name, canonicalValue(field, ask[field.name] ?? '')])),
    card: {
      ...{ offer: offer.id, kind: offer.kind, brand: offer.brand, ...(delivery && { delivery }), cancel },
      limits: { once: plain(offer.limit_once), day: plain(offer.limit_day) },
    },
    seconds: cancel + (house.config.providers === 'sandbox' ? made.sandbox : made.real),
  };
  return await openOperation(ctx, db, {
    id: newOperationId(),
    account_id: account.id,
    kind: 'card_order',
    give_currency: currency.code,
    give: plain(offer.price),
    get_currency: currency.code,
    get: plain(offer.price),
    fee: '0',
    rate: '1',
    asked_side: 'give',
    asked_amount: plain(offer.price),
    terms_version: offer.version,
    details: JSON.stringify(details),
    expires_at: await expiryOf(db, cardOrderKind, house.config, account.number),
  });
};
