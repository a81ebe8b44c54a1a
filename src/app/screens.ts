import type { FlowName } from '../../machines/root/flows.ts';
import type { FlowView } from '../house/house.tsx';

/** The view of each flow, by the flow's name in the register. It is fetched together with the flow's machine. */
export const screens: Record<FlowName, () => Promise<{ default: FlowView }>> = {
  landing: () => import('../features/landing/landing.view.tsx'),
  login: () => import('../features/login/login.view.tsx'),
  signup: () => import('../features/signup/signup.view.tsx'),
  'change-password': () => import('../features/change-password/change-password.view.tsx'),
  logout: () => import('../features/logout/logout.view.tsx'),
  'exchange-leave': () => import('../features/exchange-leave/exchange-leave.view.tsx'),
  'exchange-quote': () => import('../features/exchange-quote/exchange-quote.view.tsx'),
  exchanges: () => import('../features/exchanges/exchanges.view.tsx'),
  exchange: () => import('../features/exchange/exchange.view.tsx'),
  history: () => import('../features/history/history.view.tsx'),
  article: () => import('../features/article/article.view.tsx'),
};
