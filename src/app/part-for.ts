import type { MessagePart } from '../../contract/calls/page.ts';
import { isVisitorFlow, type FlowName } from '../../machines/root/flows.ts';

/** Flows that say nothing that not every page says. */
const isShort = (flow: FlowName): boolean =>
  /^(exchange(s|-leave|-quote)?|history.*|logout|notice|inbox|tutorial)$/.test(flow);

/** The part of the messages that a page is to have which shows this flow. */
export const partFor = (flow: FlowName): MessagePart =>
  isShort(flow) ? 'page' : isVisitorFlow(flow) ? 'visitor' : 'rest';
