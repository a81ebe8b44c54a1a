import { limits } from '../../contract/limits.ts';
import { isVisitorFlow, type FlowName } from '../../machines/root/flows.ts';
import { ease, isThrifty, onLine } from '../platform/connection.ts';
import { hearNearLinks } from '../platform/near-links.ts';
import { flowAt } from './flow-at.ts';

/** Forms that lead to an account; what else a visitor reads comes when somebody is about to open it. */
const waysIn = ['login', 'signup', 'forgot-password'] as const satisfies readonly FlowName[];
/** From anywhere: the rates, an exchange with what it asks before it is left, and what became of it. */
const waysOn = ['exchanges', 'exchange', 'exchange-leave', 'history'] as const satisfies readonly FlowName[];

interface Ahead {
  load: (flow: FlowName) => Promise<void>;
  /** Fetches what stands around the flows of whoever is signed in. */
  also: () => void;
}

/** Where it does not come, whoever goes back stands at the heading, as anybody does who goes on. */
const keepFocusOfBack = async (): Promise<void> => (await import('../platform/left-by.ts')).keepWhereLeft();

/**
 * Behind the first flow of a visitor the ways in, behind the first of whoever is signed in what `also` fetches and the ways
 * on: when the page is idle, one at a time, each when it is idle again, so that a person who presses meanwhile waits for one
 * piece and not for all. Any other flow when a person has come near to a link that opens it. Nothing for a person who pays
 * for every byte.
 */
export const createFetchAhead = ({ load, also }: Ahead): ((opened: FlowName) => void) => {
  const done = new Set<boolean>();
  /** Whoever needs the flow will ask for it again, and hear what went wrong. */
  const quietly = async (flow: FlowName): Promise<void> => {
    if (!isThrifty()) await load(flow).catch(() => {});
  };

  /** Of those that a pointer passes on its way the last, behind what is coming already. */
  let next: FlowName | null = null;
  let isComing = false;
  const comeNear = async (path: string): Promise<void> => {
    next = flowAt(path);
    if (isComing || !navigator.onLine) return;
    isComing = true;
    for (let flow = next; flow; flow = next) {
      next = null;
      await quietly(flow);
    }
    isComing = false;
  };

  const fetchInTurn = async (visitor: boolean): Promise<void> => {
    await ease(limits.idlePrefetch);
    if (!visitor && !isThrifty()) also();
    for (const flow of visitor ? waysIn : waysOn) {
      await onLine();
      await quietly(flow);
      await ease(limits.idlePrefetch);
    }
  };

  return (opened) => {
    const visitor = isVisitorFlow(opened);
    if (done.has(visitor) || done.has(false) || isThrifty()) return;
    if (done.size === 0) {
      hearNearLinks((path) => void comeNear(path));
      keepFocusOfBack().catch(() => {});
    }
    done.add(visitor);
    void fetchInTurn(visitor);
  };
};
