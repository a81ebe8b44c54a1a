import { brandNames } from '../../contract/card.ts';
import type { Fact } from '../../contract/operation.ts';
import { say } from '../http/words.ts';
import { openWallet } from '../ledger/wallets.ts';
import { Big } from '../money/decimal.ts';
import type { OperationKind } from '../operations/kind.ts';
import type { OperationRow } from '../operations/row.ts';
import { addressLine } from './fields.ts';
import { endCardOrder } from './issue.ts';
import { pauseOf } from './offers.ts';

/** Makes one in the person's language of what the check froze. */
const factsOf = (row: OperationRow, locale: 'ru' | 'en'): Fact[] => {
  const { details, give_currency: currency, status, placed_at: placed } = row;
  const { card, values = {} } = details;
  if (!card) return [];
  const { kind, brand, delivery, cancel } = card;
  const facts: Fact[] = [
    { label: 'card', text: say(locale, `card.order.what.${kind}`, { brand: brandNames[brand], currency }) },
  ];
  if (values['holder'] !== undefined) facts.push({ label: 'recipient', text: values['holder'] });
  if (values['street'] !== undefined) facts.push({ label: 'address', text: addressLine(values, locale) });
  if (values['phone'] !== undefined) facts.push({ label: 'phone', text: values['phone'], exact: true });
  if (delivery) facts.push({ label: 'delivery', text: say(locale, 'card.order.days', delivery) });
  // How long it could once be taken back is of no use when it no longer can.
  if (status !== 'open' && (status !== 'processing' || placed !== null)) return facts;
  const minutes = Math.floor(cancel / 60);
  const within = minutes > 0 ? { key: 'minutes', count: minutes } : { key: 'seconds', count: cancel };
  facts.push({ label: 'cancel', text: say(locale, `card.order.cancel.${within.key}`, { n: within.count }) });
  return facts;
};

/** A card: its price is held from the confirm until its issuer has made it, or given back. */
export const cardOrderKind: OperationKind = {
  // An address is read twice, and someone looks for a purse.
  lifetime: 10 * 60_000,
  submitted: 'processing',
  holds: true,
  promises: false,
  expectedWithin: ({ details }) => details.seconds ?? null,
  hasJob: true,
  provider: () => 'issuer',
  async pause(db, { account_id: id }, config) {
    const { number } = await db.selectFrom('accounts').select('number').where('id', '=', id).executeTakeFirstOrThrow();
    return await pauseOf(db, config, number);
  },
  settle: async (db, { account_id: account, give_currency: currency, give }) => [
    {
      to: { wallet: await openWallet(db, account ?? '', currency), part: 'held' },
      currency,
      amount: new Big(give).neg(),
      note: 'give',
    },
    { to: { house: 'fees' }, currency, amount: new Big(give), note: 'fee' },
  ],
  ended: endCardOrder,
  facts: factsOf,
  cancellable: true,
  statusPath: ({ id }) => `/card/details/${id}`,
  place: ({ id, details: { card } }) => `/cards/order/confirm?operation=${id}&offer=${card?.offer}`,
};
