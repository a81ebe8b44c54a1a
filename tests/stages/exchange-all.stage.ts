import { pino } from 'pino';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import { createFailpoints } from '../../server/failpoints.ts';
import { settle } from '../../server/operations/settle.ts';
import { tell } from '../tools/product.ts';
import { becomes, cancelled, hasty, lapsed, operationIn, outside, straightOn } from './moving.ts';
import { defineStage, type Scene, type Way } from './stage.ts';

const address = /^\/exchange\/all\/BTC\?operation=\w+$/;
const steps = { submit: 'exchange_all.submit', status: 'exchange_all.status' };
const owner = 'new@example.com';

/** Something to exchange in two wallets: what other walks need of the demo account stays there. */
async function fill({ product }: Scene): Promise<void> {
  const { number: account } = await product.db
    .selectFrom('accounts')
    .select('number')
    .where('email', '=', owner)
    .executeTakeFirstOrThrow();
  for (const currency of ['USD', 'EUR']) await tell(product, 'money', { account, currency, amount: '100' });
}
const before =
  (does: (scene: Scene) => Promise<unknown>) =>
  async (scene: Scene): Promise<void> => {
    await fill(scene);
    await does(scene);
  };

/** The first line is refused outside, all others come through. */
const partly = becomes('completed', async ({ product: { db } }, id) => {
  const needs = { db, log: pino({ enabled: false }), failpoints: createFailpoints('') };
  const lines = await db.selectFrom('operations').select('id').where('parent_id', '=', id).orderBy('id').execute();
  for (const [at, line] of lines.entries())
    await settle(needs, line.id, at === 0 ? { kind: 'refused', reason: 'provider_declined' } : { kind: 'done' });
});

const form: Way = {
  input: 'into a currency',
  as: owner,
  at: '/exchange/all/BTC',
  outcomes: {
    'draft.read': { 'nothing is left out': 'of itself' },
    'exchange_all.currency_form': { 'the rates': 'answered' },
    'exchange_all.check': { 'the terms': 'answered' },
  },
};
const sent: Way['outcomes'] = { ...form.outcomes, 'exchange_all.submit': { processing: 'answered' } };

export default defineStage({
  model: exchangeAll,
  operationIn,
  ways: {
    'from a form': {
      ...form,
      before: before(outside),
      outcomes: { ...sent, 'exchange_all.status': { completed: becomes('completed'), failed: becomes('failed') } },
      can: straightOn(steps, 'sent'),
    },
    'from a form, and one wallet is refused': {
      ...form,
      before: before(({ product }) => tell(product, 'providers', { behaviour: 'hang' })),
      outcomes: { ...sent, 'exchange_all.status': { completed: partly } },
      can: straightOn(steps, 'sent'),
      ends: { 'finished.succeeded': { address, money: 'completed', moved: 'hold release, hold settle' } },
    },
    'from a form, and nobody confirms': {
      ...form,
      before: before(hasty),
      outcomes: { ...form.outcomes, 'exchange_all.status': { expired: lapsed, cancelled } },
      can: straightOn(steps, 'unsent'),
    },
  },
  ends: {
    'finished.succeeded': { address, money: 'completed' },
    'finished.failed': { address, money: 'failed' },
    'finished.cancelled': { address, money: 'cancelled', moved: '' },
    'finished.expired': { address, money: 'expired' },
  },
});
