import { useSelector } from '@xstate/react';
import { createContext, use, useDeferredValue, type ComponentType, type ReactNode } from 'react';
import type { ActorRef, EventObject, Snapshot } from 'xstate';
import {
  flowOf,
  lateOf,
  lateResidentOf,
  residentOf,
  slotOf,
  type HouseActor,
  type LateResidents,
  type ResidentName,
  type Residents,
  type SlotActor,
  type SlotName,
} from '../../machines/root/house.ts';

/** A flow's view. It knows its own machine's type; who puts it on the screen does not. */
export type FlowView = ComponentType<{ actor: never }>;

interface House {
  root: HouseActor;
  /** The view that came with a flow, once the flow is loaded. */
  viewOf: (flow: string) => FlowView | undefined;
}

export const HouseContext = createContext<House | undefined>(undefined);

export const HouseProvider = ({ children, ...house }: House & { children: ReactNode }) => (
  <HouseContext value={house}>{children}</HouseContext>
);

export const useHouse = (): House => {
  const house = use(HouseContext);
  if (!house) throw new Error('outside of the house');
  return house;
};

/** A resident's actor: it lives as long as the page. */
export const useResident = <Name extends ResidentName>(name: Name): Residents[Name] =>
  residentOf(useHouse().root, name);

/** A resident of the annex; undefined until the annex is there. */
export const useLate = <Name extends keyof LateResidents>(name: Name): LateResidents[Name] | undefined => {
  const late = lateOf(useHouse().root);
  return useSelector(late, () => lateResidentOf(late, name));
};

export const useSlot = (name: SlotName): SlotActor => slotOf(useHouse().root, name);

/** The flow that stands in a slot, with its view; undefined while there is none. */
export const useFlow = (name: SlotName) => {
  const { viewOf } = useHouse();
  const slot = useSlot(name);
  const actor = useSelector(slot, () => flowOf(slot)?.actor);
  const flow = useSelector(slot, () => flowOf(slot)?.name);
  const View = flow === undefined ? undefined : viewOf(flow);
  return actor && View ? { name: flow, actor, View } : undefined;
};

const itself = <Stand,>(snapshot: Stand): Stand => snapshot;
const isOver = ({ status }: Snapshot<unknown>): boolean => status !== 'active';
const staysOver = (_: unknown, snapshot: Snapshot<unknown>): boolean => isOver(snapshot);

/**
 * How a step of a flow stands. One that is over stands as it stood, until the page has found the time to show what comes
 * after it.
 */
export function useStep<Stand extends Snapshot<unknown>, Heard extends EventObject>(
  actor: ActorRef<Stand, Heard>,
): Stand {
  const stood = useSelector(actor, itself<Stand>, staysOver);
  const stands = useSelector(actor, itself<Stand>);
  return useDeferredValue(isOver(stands)) ? stands : stood;
}
