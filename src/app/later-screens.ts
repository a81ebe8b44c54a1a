import { charts } from '../../machines/root/charts.ts';
import type { FlowName } from '../../machines/root/flows.ts';
import type { FlowView } from '../house/house.tsx';
import { firstScreens, type Screen } from './screens.ts';

export { laterWorld } from './later-world.ts';
export { createFetchAhead } from './prefetch.ts';

const asked = (name: keyof typeof import('./asked.ts')) => () =>
  import('./asked.ts').then((m) => ({ default: m[name] as FlowView }));

const told = (name: keyof typeof import('./told.ts')) => () =>
  import('./told.ts').then((m) => ({ default: m[name] as FlowView }));

const history = () => import('./history-screen.ts');

/** The view of each flow that no page begins with, by the flow's name in the register. */
const views: Record<Exclude<FlowName, keyof typeof firstScreens>, () => Promise<{ default: FlowView }>> = {
  recruit: () => import('../features/recruit/recruit.view.tsx'),
  telegram: () => import('../features/telegram/telegram.view.tsx'),
  signup: () => import('../features/signup/signup.view.tsx'),
  'forgot-password': () => import('../features/forgot-password/forgot-password.view.tsx'),
  'reset-password': () => import('../features/reset-password/reset-password.view.tsx'),
  'change-password': () => import('../features/change-password/change-password.view.tsx'),
  settings: () => import('../features/settings/settings.view.tsx'),
  'change-mail': () => import('../features/change-mail/change-mail.view.tsx'),
  personal: () => import('../features/personal/personal.view.tsx'),
  logout: asked('logout'),
  'exchange-leave': asked('leave'),
  'exchange-quote': asked('quote'),
  notice: told('notice'),
  inbox: told('inbox'),
  tutorial: told('tutorial'),
  deposit: () => import('../features/deposit/deposit.view.tsx'),
  withdraw: () => import('../features/withdraw/withdraw.view.tsx'),
  purchase: () => import('../features/purchase/purchase.view.tsx'),
  history,
  'history-transfer': history,
  'history-payment': history,
  'history-deposit': history,
  'history-withdraw': history,
  'history-referral': history,
  referral: () => import('../features/referral/referral.view.tsx'),
  transfer: () => import('../features/transfer/transfer.view.tsx'),
  'exchange-all': () => import('../features/exchange-all/exchange-all.view.tsx'),
  cards: () => import('../features/cards/cards.view.tsx'),
  'card-order': () => import('../features/card-order/card-order.view.tsx'),
  card: () => import('../features/card/card.view.tsx'),
  verification: () => import('../features/verification/verification.view.tsx'),
  document: () => import('../features/document/document.view.tsx'),
  article: () => import('../features/article/article.view.tsx'),
  chat: () => import('./chat-world.ts').then(({ screen }) => screen()),
};

/** Both pieces of any flow. */
export const screenOf = (flow: FlowName): Screen =>
  flow in firstScreens
    ? firstScreens[flow as keyof typeof firstScreens]
    : { machine: charts[flow], view: views[flow as keyof typeof views] };
