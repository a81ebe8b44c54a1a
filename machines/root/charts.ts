import type { AnyStateMachine } from 'xstate';
import type { FlowName } from './flows.ts';

type HistoryKind = Parameters<(typeof import('../flows/history/history.machine.ts'))['historyOf']>[0];
const history = (kind: HistoryKind) => () =>
  import('../flows/history/history.machine.ts').then((m) => m.historyOf(kind));

const asked = (name: keyof typeof import('./asked.ts')) => () => import('./asked.ts').then((m) => m[name]);
const told = (name: keyof typeof import('./told.ts')) => () => import('./told.ts').then((m) => m[name]);

/** The machine of each flow in the register. Fetched when it is wanted. */
// prettier-ignore
export const charts: Record<FlowName, () => Promise<AnyStateMachine>> = {
  landing: () => import('../flows/landing/landing.machine.ts').then((m) => m.landingMachine),
  recruit: () => import('../flows/recruit/recruit.machine.ts').then((m) => m.recruitMachine),
  login: () => import('../flows/login/login.machine.ts').then((m) => m.loginMachine),
  telegram: () => import('../flows/telegram/telegram.machine.ts').then((m) => m.telegramMachine),
  signup: () => import('../flows/signup/signup.machine.ts').then((m) => m.signupMachine),
  'forgot-password': () => import('../flows/forgot-password/forgot-password.machine.ts').then((m) => m.forgotPasswordMachine),
  'reset-password': () => import('../flows/reset-password/reset-password.machine.ts').then((m) => m.resetPasswordMachine),
  'change-password': () => import('../flows/change-password/change-password.machine.ts').then((m) => m.changePasswordMachine),
  settings: () => import('../flows/settings/settings.machine.ts').then((m) => m.settingsMachine),
  'change-mail': () => import('../flows/change-mail/change-mail.machine.ts').then((m) => m.changeMailMachine),
  personal: () => import('../flows/personal/personal.machine.ts').then((m) => m.personalMachine),
  logout: asked('logout'),
  'exchange-leave': asked('leave'),
  'exchange-quote': asked('quote'),
  notice: told('notice'),
  inbox: told('inbox'),
  tutorial: told('tutorial'),
  exchanges: () => import('../flows/exchanges/exchanges.machine.ts').then((m) => m.exchangesMachine),
  exchange: () => import('../flows/exchange/exchange.machine.ts').then((m) => m.exchangeMachine),
  deposit: () => import('../flows/deposit/deposit.machine.ts').then((m) => m.depositMachine),
  withdraw: () => import('../flows/withdraw/withdraw.machine.ts').then((m) => m.withdrawMachine),
  purchase: () => import('../flows/purchase/purchase.machine.ts').then((m) => m.purchaseMachine),
  history: history('exchange'),
  'history-transfer': history('transfer'),
  'history-payment': history('payment'),
  'history-deposit': history('deposit'),
  'history-withdraw': history('withdraw'),
  'history-referral': history('referral'),
  referral: () => import('../flows/referral/referral.machine.ts').then((m) => m.referralMachine),
  transfer: () => import('../flows/transfer/transfer.machine.ts').then((m) => m.transferMachine),
  'exchange-all': () => import('../flows/exchange-all/exchange-all.machine.ts').then((m) => m.exchangeAllMachine),
  cards: () => import('../flows/cards/cards.machine.ts').then((m) => m.cardsMachine),
  'card-order': () => import('../flows/card-order/card-order.machine.ts').then((m) => m.cardOrderMachine),
  card: () => import('../flows/card/card.machine.ts').then((m) => m.cardMachine),
  verification: () => import('../flows/verification/verification.machine.ts').then((m) => m.verificationMachine),
  document: () => import('../flows/document/document.machine.ts').then((m) => m.documentMachine),
  article: () => import('../flows/article/article.machine.ts').then((m) => m.articleMachine),
  chat: () => import('../flows/chat/chat.machine.ts').then((m) => m.chatMachine),
};
