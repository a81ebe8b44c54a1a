import * as z from 'zod/mini';
import { cardDeclines } from '../../contract/card.ts';
import { decimal } from '../../contract/money.ts';
import { devTool, type DevTool } from '../area.ts';
import { chargeCard } from '../card/charge.ts';
import { newToken } from '../auth/tokens.ts';
import { Refusal } from '../http/refusal.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { Big, fits } from '../money/decimal.ts';
import { chargeOf } from './issuer.ts';

const ask = z.object({
  card: z.string(),
  amount: decimal,
  merchant: z.string().check(z.minLength(1), z.maxLength(60)),
  /** The issuer declines it itself. */
  declined: z.optional(z.enum(cardDeclines)),
  /** The same one is the same payment. */
  reference: z.optional(z.string().check(z.regex(/^[\w-]{1,40}$/))),
});

/** Pays with a card somewhere, in its own currency: its issuer asks us, and we answer. */
export const cardTool: DevTool = devTool('/dev/card', ask, async ({ db }, { card, amount, reference, ...asked }) => {
  const row = await db.selectFrom('cards').select('currency').where('id', '=', card).executeTakeFirst();
  if (!row) throw new Refusal(404, 'not_found');
  const { code: currency, scale } = currencyOf(await readCurrencies(db), row.currency);
  const value = new Big(amount);
  if (!value.gt('0') || !fits(value, scale)) throw new Refusal(422, 'invalid');
  const { merchant, declined } = asked;
  const charge = chargeOf({
    ...{ card, merchant, currency, amount: value.toFixed(), reference: reference ?? newToken().slice(0, 16) },
    ...(declined && { declined }),
  });
  return { ...(await chargeCard({ db }, charge)), id: charge.id };
});
