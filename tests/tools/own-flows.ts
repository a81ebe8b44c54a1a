import { flows, type FlowName } from '../../machines/root/flows.ts';

/** Flows that share the chart, the model and the view of another one, and make other calls. */
export const likes: Partial<Record<FlowName, FlowName>> = {
  'history-transfer': 'history',
  'history-payment': 'history',
  'history-deposit': 'history',
  'history-withdraw': 'history',
  'history-referral': 'history',
};

/** Those with a chart, a model and a view of their own. */
export const ownFlows: readonly FlowName[] = flows.map(({ name }) => name).filter((name) => !(name in likes));
