import transfer from '../../machines/flows/transfer/transfer.model.ts';
import { demo } from './exchanging.ts';
import { becomes, cancelled, hasty, lapsed, operationIn, straightOn } from './moving.ts';
import { defineStage, type Doing, type Way } from './stage.ts';
import { openWallet } from '../../server/ledger/wallets.ts';

const address = /^\/transfer\?operation=\w+$/;
const steps = { submit: 'transfer.submit', status: 'transfer.status' };
/** Whoever gets it has a wallet for it: then nothing stands between the confirm and the end. */
const awaited: Doing = async ({ product: { db } }) => {
  const { id } = await db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'new@example.com')
    .executeTakeFirstOrThrow();
  await openWallet(db, id, 'USD');
};
const form: Way = {
  input: 'from the menu',
  as: demo,
  at: '/transfer',
  values: { 'anna@example.com': () => 'new@example.com' },
  outcomes: {
    'draft.read': { 'no draft': 'of itself' },
    'transfer.form': { 'the form': 'answered' },
    'transfer.check': { 'the terms': 'answered' },
  },
};

export default defineStage({
  model: transfer,
  operationIn,
  ways: {
    'from a form': {
      ...form,
      before: awaited,
      outcomes: {
        ...form.outcomes,
        'transfer.submit': { completed: 'answered' },
        'transfer.status': { completed: becomes('completed') },
      },
      can: straightOn(steps, 'sent'),
    },
    'from a form, and nobody confirms': {
      ...form,
      before: hasty,
      outcomes: { ...form.outcomes, 'transfer.status': { expired: lapsed, cancelled } },
      can: straightOn(steps, 'unsent'),
    },
  },
  ends: {
    'finished.succeeded': { address, money: 'completed', moved: 'settle' },
    'finished.cancelled': { address, money: 'cancelled', moved: '' },
    'finished.expired': { address, money: 'expired' },
  },
  without: { 'finished.failed': 'the house carries a transfer out by itself, and nobody outside can refuse it' },
});
