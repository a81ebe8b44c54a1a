import { say } from '../http/words.ts';
import { openWallet } from '../ledger/wallets.ts';
import { Big } from '../money/decimal.ts';
import type { OperationKind } from '../operations/kind.ts';

/** A bonus: nobody confirms it. It is under way while it is held, and then the house pays it. */
export const bonusKind: OperationKind = {
  lifetime: 0,
  submitted: 'processing',
  holds: false,
  promises: false,
  expectedWithin: () => null,
  hasJob: true,
  provider: () => 'house',
  settle: async (db, { account_id: account, get_currency: currency, get }) => [
    { to: { house: 'bonuses' }, currency, amount: new Big(get).neg(), note: 'bonus' },
    {
      to: { wallet: await openWallet(db, account ?? '', currency), part: 'available' },
      currency,
      amount: new Big(get),
      note: 'bonus',
    },
  ],
  facts: ({ details: { bonus } }, locale) =>
    bonus ? [{ label: 'bonus', text: say(locale, `referral.bonus.${bonus.event}`, { name: bonus.name }) }] : [],
  cancellable: false,
  place: () => '/referral',
};
