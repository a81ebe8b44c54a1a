import type { AnyStateMachine } from 'xstate';
import { annexMachine } from './annex.machine.ts';
import { charts } from './charts.ts';
import { flows, type FlowName } from './flows.ts';
import { createRoot, type RootMachine } from './root.machine.ts';

/** The house with every flow and its annex at hand and no place filled: what a journal is replayed on. */
export async function loadWholeRoot(): Promise<RootMachine> {
  const machines = new Map<FlowName, AnyStateMachine>();
  await Promise.all(flows.map(async ({ name }) => machines.set(name, await charts[name]())));
  return createRoot({ get: (flow) => machines.get(flow), annex: () => annexMachine });
}
