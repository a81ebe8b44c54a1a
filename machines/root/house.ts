import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { alertsMachine } from '../residents/alerts/alerts.machine.ts';
import type { hintsMachine } from '../residents/hints/hints.machine.ts';
import type { journalMachine } from '../residents/journal/journal.machine.ts';
import type { lineMachine } from '../residents/line/line.machine.ts';
import type { localeMachine } from '../residents/locale/locale.machine.ts';
import type { menusMachine } from '../residents/menus/menus.machine.ts';
import type { messagesMachine } from '../residents/messages/messages.machine.ts';
import type { modalsMachine } from '../residents/modals/modals.machine.ts';
import type { navigationMachine } from '../residents/navigation/navigation.machine.ts';
import type { notificationsMachine } from '../residents/notifications/notifications.machine.ts';
import type { offerMachine } from '../residents/offer/offer.machine.ts';
import type { paymentsMachine } from '../residents/payments/payments.machine.ts';
import type { progressMachine } from '../residents/progress/progress.machine.ts';
import type { sessionMachine } from '../residents/session/session.machine.ts';
import type { siteMachine } from '../residents/site/site.machine.ts';
import type { themeMachine } from '../residents/theme/theme.machine.ts';
import type { toastsMachine } from '../residents/toasts/toasts.machine.ts';
import type { walletsMachine } from '../residents/wallets/wallets.machine.ts';
import type { unreadMachine } from '../residents/unread/unread.machine.ts';
import type { unsentMachine } from '../residents/unsent/unsent.machine.ts';
import type { versionMachine } from '../residents/version/version.machine.ts';
import type { annexMachine } from './annex.machine.ts';
import type { FlowName } from './flows.ts';
import type { LateMachine } from './late.machine.ts';
import type { RootMachine } from './root.machine.ts';
import type { SlotMachine } from './slot.machine.ts';

/** What the page's own code and the views need to know of the house. */
export type { FlowName } from './flows.ts';
export type { HouseInput } from './root.machine.ts';
export type HouseActor = ActorRefFrom<RootMachine>;

export type SlotName = 'page' | 'modal';
export interface Residents {
  session: ActorRefFrom<typeof sessionMachine>;
  navigation: ActorRefFrom<typeof navigationMachine>;
  locale: ActorRefFrom<typeof localeMachine>;
  menus: ActorRefFrom<typeof menusMachine>;
  wallets: ActorRefFrom<typeof walletsMachine>;
  modals: ActorRefFrom<typeof modalsMachine>;
  site: ActorRefFrom<typeof siteMachine>;
  theme: ActorRefFrom<typeof themeMachine>;
  line: ActorRefFrom<typeof lineMachine>;
}
export type ResidentName = keyof Residents;
/** Those of the annex that have something to show. */
export interface LateResidents {
  journal: ActorRefFrom<typeof journalMachine>;
  version: ActorRefFrom<typeof versionMachine>;
  unread: ActorRefFrom<typeof unreadMachine>;
  toasts: ActorRefFrom<typeof toastsMachine>;
  progress: ActorRefFrom<typeof progressMachine>;
  payments: ActorRefFrom<typeof paymentsMachine>;
  messages: ActorRefFrom<typeof messagesMachine>;
  notifications: ActorRefFrom<typeof notificationsMachine>;
  offer: ActorRefFrom<typeof offerMachine>;
  unsent: ActorRefFrom<typeof unsentMachine>;
  alerts: ActorRefFrom<typeof alertsMachine>;
  hints: ActorRefFrom<typeof hintsMachine>;
}
export type LateActor = ActorRefFrom<LateMachine>;
export type SlotActor = ActorRefFrom<SlotMachine>;

/** Residents and slots are there from the first moment, and the same as long as the page. */
export function residentOf<Name extends ResidentName>(house: HouseActor, name: Name): Residents[Name] {
  return present(house.getSnapshot().children[name], name) as unknown as Residents[Name];
}

export const lateOf = (house: HouseActor): LateActor =>
  present(house.getSnapshot().children.late, 'late') as unknown as LateActor;

/** Undefined until the annex is there; the same from then on. */
export function lateResidentOf<Name extends keyof LateResidents>(
  late: LateActor,
  name: Name,
): LateResidents[Name] | undefined {
  const { annex } = late.getSnapshot().children as { annex?: ActorRefFrom<typeof annexMachine> };
  return annex?.getSnapshot().children[name] as unknown as LateResidents[Name] | undefined;
}

export function slotOf(house: HouseActor, name: SlotName): SlotActor {
  return present(house.getSnapshot().children[name], name) as unknown as SlotActor;
}

/** The flow that a slot shows, while it is open. */
export function flowOf(slot: SlotActor): { name: FlowName; actor: AnyActorRef } | undefined {
  const { context, children } = slot.getSnapshot();
  const actor = (children as Record<string, AnyActorRef | undefined>)['flow'];
  return context.flow && actor ? { name: context.flow, actor } : undefined;
}

function present<T>(child: T | undefined, name: string): T {
  if (child === undefined) throw new Error(`the house has no '${name}'`);
  return child;
}
