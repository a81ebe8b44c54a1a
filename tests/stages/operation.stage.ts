import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Operation } from '../../contract/operation.ts';
import { says, tells } from '../../machines/form/sights.ts';
import { troubleOf } from '../../machines/form/trouble.ts';
import type { OperationContext } from '../../machines/operation/operation.context.ts';
import operation from '../../machines/operation/operation.model.ts';
import { sampleWithdrawal } from '../../machines/operation/operation.samples.ts';
import { hurry } from '../server/money.ts';
import { bitcoinAddress, toBitcoin } from '../server/withdraw.ts';
import { operationAt, tell } from '../tools/product.ts';
import {
  accepted,
  address,
  closed,
  demo,
  inOrder,
  known,
  onceSent,
  prepare,
  sample,
  status,
  told,
} from './exchanging.ts';
import { defineStage, type Arrangement, type Doing, type Way } from './stage.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as OperationContext;

const fromAForm: Way = {
  input: 'from a form',
  as: demo,
  before: prepare,
  at: '/exchange/USD/BTC',
  does: [{ type: 'user.amount typed', side: 'give', value: '100' }, { type: 'user.submitted' }],
  outcomes: { check: { ...accepted, refused: closed }, submit: { processing: 'answered' }, status },
  can: inOrder,
};

const onTheForm = (snapshot: AnyMachineSnapshot) => {
  const { error } = contextOf(snapshot);
  return [...says('exchange.submit'), ...tells(error && troubleOf(error))];
};
const form = /^\/exchange\/USD\/BTC$/;

/** Before anything is sent the server says no, in a flow whose form stands at an address. */
const refused = (at: string, check: string, { as = demo, does, how = 'answered' }: Refused): Way => ({
  input: 'from a form',
  as,
  at,
  does: [...does, { type: 'user.submitted' }],
  calls: { check },
  outcomes: { check: { refused: how } },
  to: ['rejected'],
  ends: {
    rejected: {
      shows: (snapshot) => tells(troubleOf(contextOf(snapshot).error)),
      address: new RegExp(`^${at}$`),
      money: 'none',
    },
  },
});
interface Refused extends Pick<Way, 'as'> {
  does: NonNullable<Way['does']>;
  how?: Arrangement;
}
const amount = (value: string) => ({ type: 'user.amount typed', side: 'give', value });
/** The method rests between the form and the question. */
const resting =
  (id: string): Doing =>
  ({ product: { db } }) =>
    db.updateTable('payment_methods').set({ enabled: false }).where('id', '=', id).execute();
const purse = { type: 'user.field filled', field: 'address', value: bitcoinAddress };

const { id: withdrawal } = sampleWithdrawal('open');
/** One that was confirmed and waits to be sent. */
const waiting: Way = {
  input: 'from an address of a withdrawal',
  as: demo,
  before: ({ product }) => tell(product, 'providers', { behaviour: 'settle', delay_ms: 600_000, pause_ms: 600_000 }),
  at: `/withdraw/form/bitcoin_btc/${withdrawal}`,
  values: {
    async [withdrawal]({ one, product }) {
      const headers = { origin: product.url };
      const reply = await one.context.request.post(`${product.url}/api/withdraw/check`, {
        form: { ...toBitcoin, amount: '0.002' },
        headers,
      });
      const { id } = ((await reply.json()) as { payload: Operation }).payload;
      await one.context.request.post(`${product.url}/api/withdraw/form/${id}`, { form: { id }, headers });
      return id;
    },
  },
  calls: { read: 'operation.read', cancel: 'operation.cancel' },
};
const atWithdrawal = /^\/withdraw\/form\/bitcoin_btc\/\w+$/;
/** It is sent before the wish to cancel arrives. */
const sentMeanwhile: Doing = async ({ product: { db }, one: { page } }) => {
  const id = operationAt(page);
  await hurry(db, { id });
  await expect
    .poll(() => db.selectFrom('operations').select('placed_at').where('id', '=', id).executeTakeFirst(), {
      timeout: 10_000,
    })
    .not.toEqual({ placed_at: null });
};

/** Seen through the exchange, which is the flow that moves money by it; what an exchange does not know through another. */
export default defineStage({
  model: operation,
  calls: { check: 'exchange.check', submit: 'exchange.submit', status: 'exchange.status', read: 'exchange.status' },
  operationIn: (snapshot) => contextOf(snapshot).current?.id,
  ways: {
    'from a form': fromAForm,
    'from a form, and the answer to the confirm is lost': {
      ...fromAForm,
      can: onceSent,
      to: ['succeeded', 'failed'],
      outcomes: {
        check: accepted,
        submit: { network: 'lost' },
        status: { completed: status.completed, failed: status.failed },
      },
    },
    'from a form, and the confirm is cut': {
      ...fromAForm,
      can: onceSent,
      to: ['expired'],
      outcomes: { check: accepted, submit: { network: 'cut' }, status: { expired: status.expired } },
    },
    'from an address': {
      input: 'from an address',
      as: demo,
      before: prepare,
      at: `/exchange/USD/BTC?operation=${sample}`,
      values: { [sample]: known },
      outcomes: { read: told, submit: { processing: 'answered' } },
    },
    'from the address of a withdrawal that is cancelled': {
      ...waiting,
      outcomes: { read: { processing: 'answered' }, cancel: { cancelled: 'answered' } },
      to: ['cancelled'],
      ends: { cancelled: { address: atWithdrawal, money: 'cancelled' } },
    },
    'from the address of a withdrawal that is cancelled too late': {
      ...waiting,
      outcomes: { read: { processing: 'answered' }, cancel: { 'too late': sentMeanwhile } },
      to: ['cancelled too late'],
      ends: { 'cancelled too late': { address: atWithdrawal, money: 'processing' } },
    },
    'from the form of a withdrawal that is refused': refused('/withdraw/form/bitcoin_btc', 'payment.check', {
      does: [amount('0,002'), purse],
      how: resting('bitcoin_btc'),
    }),
    'from the form of a deposit that is refused': refused('/deposit/form/bank_eur_in', 'payment.check', {
      does: [amount('100')],
      how: resting('bank_eur_in'),
    }),
    'from the form of a purchase that is refused': refused('/purchase/form/card_usd_btc', 'payment.check', {
      does: [amount('100')],
      how: resting('card_usd_btc'),
    }),
    'from the form of a transfer to oneself': refused('/transfer', 'transfer.check', {
      does: [{ type: 'user.recipient typed', value: demo }, amount('10')],
    }),
    'from the form of an exchange of all that is refused': refused('/exchange/all/BTC', 'exchange_all.check', {
      does: [],
      how: ({ product: { db } }) =>
        db.updateTable('exchange_pairs').set({ enabled: false }).where('dst', '=', 'BTC').execute(),
    }),
  },
  ends: {
    'changed mind': { shows: onTheForm, address: form, money: 'none' },
    'not found': { shows: () => says('exchange.submit', 'error.no_operation'), address: form, money: 'none' },
    rejected: { shows: onTheForm, address: form, money: 'none' },
    succeeded: { address, money: 'completed' },
    failed: { address, money: 'failed' },
    cancelled: { address, money: 'cancelled' },
    expired: { address, money: 'expired' },
  },
});
