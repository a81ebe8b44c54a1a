import { bech32, hex } from '@scure/base';
import { sql } from 'kysely';
import { canonicalAddress, tonAddress } from '../../contract/fields/address.ts';
import type { Fact } from '../../contract/operation.ts';
import { newToken } from '../auth/tokens.ts';
import type { Db } from '../db/db.ts';
import type { Instruction, PayOrder } from '../providers/provider.ts';
import { Big } from '../money/decimal.ts';
import { networkNames } from '../payments/networks.ts';
import { keyed, sandboxKey } from './keys.ts';
import { lockOrder } from './payments.ts';

/** The example account of the Lithuanian standard: no bank of the sandbox has real ones. */
const bank = { name: 'Sandbox Bank', iban: 'LT121000011101001000', bic: 'SNDBLT21' };

/** Nobody has the keys of these: an address is a keyed hash of the order, so that each order has its own. */
const addressOf = (key: string, { provider, id }: PayOrder): string => {
  const bytes = new Uint8Array(keyed(key, 'address', `${provider} ${id}`).subarray(0, 20));
  if (provider === 'bitcoin') return bech32.encode('bc', [0, ...bech32.toWords(bytes)]);
  return canonicalAddress(`0x${hex.encode(bytes)}`);
};

/** What a bank's app reads from a picture: the European standard for transfers, which knows euros alone. */
const transferCode = ({ currency, amount, payee }: PayOrder, reference: string): { qr?: string } => {
  if (currency !== 'EUR') return {};
  const lines = ['BCD', '002', '1', 'SCT', bank.bic, payee, bank.iban, `EUR${new Big(amount).toFixed()}`];
  return { qr: [...lines, '', '', reference].join('\n') };
};

/** One address for everybody, so that only the memo tells whose the money is: twelve digits, by the order. */
const memoOf = (key: string, id: string): string =>
  String(
    (new DataView(new Uint8Array(keyed(key, 'memo', id)).buffer).getBigUint64(0) % 900_000_000_000n) + 100_000_000_000n,
  );
const byMemo = (key: string, memo: string): Instruction => {
  const address = tonAddress(new Uint8Array(keyed(key, 'address', 'ton')));
  return {
    facts: [
      { label: 'network', text: networkNames.ton },
      { label: 'address', text: address, exact: true },
      { label: 'memo', text: memo, exact: true },
    ],
    // The address alone: by the scheme of the network a wallet would send its own coin, which is not the one that was ordered.
    qr: address,
  };
};

const instructionOf = (order: PayOrder, key: string, target: string): Instruction => {
  if (order.provider === 'ton') return byMemo(key, target);
  if (order.provider === 'bank') {
    const facts: Fact[] = [
      { label: 'recipient', text: order.payee },
      { label: 'iban', text: bank.iban, exact: true },
      { label: 'bic', text: bank.bic, exact: true },
      { label: 'bank', text: bank.name },
      { label: 'reference', text: target, exact: true },
    ];
    return { facts, ...transferCode(order, target) };
  }
  const qr =
    order.provider === 'bitcoin'
      ? `bitcoin:${target}?amount=${new Big(order.amount).toFixed()}`
      : order.currency === 'ETH'
        ? `ethereum:${target}`
        : target;
  return {
    facts: [
      { label: 'network', text: networkNames[order.provider === 'bitcoin' ? 'bitcoin' : 'ethereum'] },
      { label: 'address', text: target, exact: true },
    ],
    qr,
  };
};

/** What the money is known by when it comes: a reference, a memo, an address of its own; nothing where a page is paid at. */
const targetOf = (key: string, order: PayOrder): string | null => {
  if (order.provider === 'card') return null;
  // Crockford's letters, as the operation's own id: nothing in it is read for something else.
  if (order.provider === 'bank') return `ST${order.id.slice(0, 10)}`;
  return order.provider === 'ton' ? memoOf(key, order.id) : addressOf(key, order);
};

/**
 * Places an order and says how it is paid. The address of a pay page is a path: whoever answers puts the origin of the
 * sandbox that is nearest before it. In the transaction of the confirm.
 */
export const orderInSandbox = async (db: Db, order: PayOrder): Promise<Instruction> => {
  const { id, provider, account, currency, amount, until, back, locale } = order;
  const token = newToken();
  const key = await sandboxKey(db);
  const target = targetOf(key, order);
  await db
    .insertInto('sandbox_pay_orders')
    .values({ operation_id: id, token, target, provider, account, currency, amount, until, back, locale })
    .execute();
  if (target !== null) return instructionOf(order, key, target);
  return { facts: [], hand_over: { url: '/pay', fields: { order: token } } };
};

/**
 * Takes an order back. Whoever pays at its page at this moment is waited for, or waits and is told. In the transaction
 * that takes the operation back.
 * @returns false when it has been paid, and our server has not heard of it.
 */
export const closeInSandbox = async (db: Db, id: string): Promise<boolean> => {
  await lockOrder(db, id);
  const paid = await db
    .selectFrom('sandbox_payments')
    .select('id')
    .where('operation_id', '=', id)
    .where('status', '=', 'received')
    .where('heard', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (paid) return false;
  await db
    .updateTable('sandbox_pay_orders')
    .set({ closed_at: sql`clock_timestamp()` })
    .where('operation_id', '=', id)
    .execute();
  return true;
};
