import type { AnyMachineSnapshot } from 'xstate';
import { defineModel, type Sight } from '../../model.ts';
import { total, wallets } from '../../root/house.samples.ts';
import { walletsMachine, type WalletsContext } from './wallets.machine.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as WalletsContext;

/** Every amount of the screen: the total, which is an estimate, and what each wallet has and holds. */
const amounts = (snapshot: AnyMachineSnapshot): Extract<Sight, { amount: unknown }>[] => {
  const { wallets: all, total: sum } = contextOf(snapshot);
  const scale = all?.find(({ currency }) => currency === sum?.currency)?.scale ?? 2;
  return [
    ...(sum ? [{ amount: { amount: sum.amount, currency: sum.currency }, scale, approximate: true }] : []),
    ...(all ?? []).flatMap(({ balance, held, currency, scale: digits }) =>
      [balance, ...(/[1-9]/.test(held) ? [held] : [])].map((amount) => ({
        amount: { amount, currency },
        scale: digits,
      })),
    ),
  ];
};
/** The words around them, hidden or not. */
const words = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { wallets: all, total: sum } = contextOf(snapshot);
  return [
    { message: 'wallets.title' },
    ...(sum ? [{ message: 'wallets.total' }] : []),
    ...(all?.some(({ last_exchange }) => last_exchange) ? [{ message: 'wallets.last' }] : []),
    all?.length === 0 ? { message: 'wallets.empty' } : { absent: { message: 'wallets.empty' } },
    ...(all?.some(({ held }) => /[1-9]/.test(held)) ? [{ message: 'wallets.held' }] : []),
  ];
};

export default defineModel({
  name: 'wallets',
  title: { en: 'Wallets', ru: 'Кошельки' },
  machine: walletsMachine,
  view: 'wallets/wallets',
  inputs: { 'amounts are shown': { hidden: false }, 'amounts were hidden': { hidden: true } },
  events: {
    'user.balances toggled': [{}],
    'signal.wallets': [
      { wallets, seq: 2 },
      { wallets: [], seq: 2 },
      { wallets: wallets.map((wallet) => ({ ...wallet, held: wallet.currency === 'USD' ? '20.00' : '0' })), seq: 2 },
    ],
    'signal.total_balance': [{ total_balance: total, seq: 2 }],
    'tabs.hidden': [{ hidden: true }, { hidden: false }],
    'house.signed out': [{ why: 'asked' }],
  },
  outcomes: {},
  facet: (snapshot) => {
    const { wallets: all, total: sum } = contextOf(snapshot);
    return {
      'with a total': sum !== null,
      'no wallets': all?.length === 0,
      'something is held': all?.some(({ held }) => /[1-9]/.test(held)) ?? false,
    };
  },
  states: {
    empty: { title: { en: 'no money is known', ru: 'деньги не известны' }, sees: words },
    shown: {
      title: { en: 'amounts are shown', ru: 'суммы видны' },
      sees: (snapshot) => [...words(snapshot), ...amounts(snapshot)],
    },
    hidden: {
      title: { en: 'amounts are hidden', ru: 'суммы скрыты' },
      sees: (snapshot) => [
        ...words(snapshot),
        ...amounts(snapshot).flatMap((sight): Sight[] => [
          { text: `•••••• ${sight.amount.currency}` },
          { absent: sight },
          { absent: { ...sight, approximate: false } },
        ]),
      ],
    },
  },
  eventWords: {
    'user.balances toggled': { en: 'the person hides or shows amounts', ru: 'человек скрывает или показывает суммы' },
    'signal.wallets': { en: 'an answer carries the wallets', ru: 'ответ приносит кошельки' },
    'signal.total_balance': { en: 'an answer carries the total', ru: 'ответ приносит общий баланс' },
    'tabs.hidden': { en: 'another tab hides or shows amounts', ru: 'другая вкладка скрывает или показывает суммы' },
    'house.signed out': { en: 'nobody is signed in any more', ru: 'больше никто не вошёл' },
  },
});
