import type { AnyStateMachine } from 'xstate';
import type { FlowName } from './flows.ts';

/** The machine of each flow in the register. Fetched when it is wanted. */
// prettier-ignore
export const charts: Record<FlowName, () => Promise<AnyStateMachine>> = {
  landing: () => import('../flows/landing/landing.machine.ts').then((m) => m.landingMachine),
  login: () => import('../flows/login/login.machine.ts').then((m) => m.loginMachine),
  signup: () => import('../flows/signup/signup.machine.ts').then((m) => m.signupMachine),
  'change-password': () => import('../flows/change-password/change-password.machine.ts').then((m) => m.changePasswordMachine),
  logout: () => import('../flows/logout/logout.machine.ts').then((m) => m.logoutMachine),
  'exchange-leave': () => import('../flows/exchange-leave/exchange-leave.machine.ts').then((m) => m.exchangeLeaveMachine),
  'exchange-quote': () => import('../flows/exchange-quote/exchange-quote.machine.ts').then((m) => m.exchangeQuoteMachine),
  exchanges: () => import('../flows/exchanges/exchanges.machine.ts').then((m) => m.exchangesMachine),
  exchange: () => import('../flows/exchange/exchange.machine.ts').then((m) => m.exchangeMachine),
  history: () => import('../flows/history/history.machine.ts').then((m) => m.historyMachine),
  article: () => import('../flows/article/article.machine.ts').then((m) => m.articleMachine),
};
