import { sql } from 'kysely';
import type { AnyStateMachine } from 'xstate';
import type { CallSpec } from '../../contract/call.ts';
import type { Operation } from '../../contract/operation.ts';
import { isMachine } from '../../machines/paths/inside-actors.ts';
import { charts } from '../../machines/root/charts.ts';
import { specOf } from '../../machines/root/calls.ts';
import { flows, type FlowName } from '../../machines/root/flows.ts';
import type { Db } from '../../server/db/db.ts';
import { callUrl } from '../../src/transport/call-url.ts';
import type { Reply } from '../server/browser.ts';
import type { Person } from '../server/money.ts';
import { bitcoinByCard, byBank, factOf, handOver, payTo, press } from '../server/payments.ts';
import { toBank } from '../server/withdraw.ts';

/** A flow of the register that submits money: its chart operates an operation. `submit` is the call that confirms. */
export interface MoneyFlow {
  name: FlowName;
  submit: CallSpec;
}

const operationIn = (chart: AnyStateMachine): AnyStateMachine | undefined =>
  Object.values(chart.implementations.actors)
    .filter((actor) => isMachine(actor))
    .find(({ id }) => id === 'operation');

/** Read from the register: a flow that joins it is here, and lacks a way until it has one below. */
export async function moneyFlows(): Promise<MoneyFlow[]> {
  const read = await Promise.all(
    flows.map(async ({ name }) => {
      const submit = specOf(operationIn(await charts[name]())?.implementations.actors['submit']);
      return submit === undefined ? [] : [{ name, submit }];
    }),
  );
  return read.flat();
}

/** What is asked for when an operation is confirmed, in the person's name. */
export const submitUrl = ({ submit }: MoneyFlow, { id, submit_path: path }: Operation): string => {
  const url = callUrl(submit, { params: { id }, path: path ?? '', body: { id } });
  if (url === undefined) throw new Error(`${submit.name} has no address for ${id}`);
  return url;
};

interface Outside {
  url: string;
}

/** How a flow comes to its confirm, and what its confirm does. */
export interface Way {
  /** Rows of the matrix of requirements, for titles. */
  rows: string;
  /** What the person has before. */
  money: Record<string, string>;
  /** What a friend has before. */
  friend?: Record<string, string>;
  check(person: Person, friend: Person): Promise<Reply>;
  /** What a page tells in the end of what was confirmed. */
  outcome: 'completed' | 'awaiting_payment';
  /** What is done outside so that it completes. */
  pay?(site: Outside, operation: Operation): Promise<unknown>;
  /** Where its provider keeps what was ordered; null: it is executed by the house. */
  ordered: 'sandbox_orders' | 'sandbox_pay_orders' | null;
  /** What a confirmed one that has ended has moved, in this order; of several lines, each. */
  moved: string[];
}

/** By the flow's name in the register. */
export const ways: Partial<Record<FlowName, Way>> = {
  exchange: {
    rows: 'F3',
    money: { USD: '1000' },
    check: ({ browser }) =>
      browser.form('/api/exchange/check', { src: 'USD', dst: 'EUR', side: 'give', amount: '100' }),
    outcome: 'completed',
    ordered: 'sandbox_orders',
    moved: ['hold', 'settle'],
  },
  'exchange-all': {
    rows: 'F4 R7',
    money: { USD: '1000', JPY: '20000' },
    check: ({ browser }) => browser.post('/api/exchange/all/EUR', { wallets: ['USD', 'JPY'] }),
    outcome: 'completed',
    ordered: 'sandbox_orders',
    moved: ['hold', 'settle'],
  },
  transfer: {
    rows: 'F9 R13',
    money: { USD: '1000' },
    friend: { USD: '1' },
    check: ({ browser }, { number }) =>
      browser.form('/api/transfer/check', { to: number, currency: 'USD', side: 'give', amount: '100' }),
    outcome: 'completed',
    ordered: null,
    moved: ['settle'],
  },
  withdraw: {
    rows: 'F6 R14',
    money: { EUR: '1000' },
    check: ({ browser }) => browser.form('/api/withdraw/check', toBank),
    outcome: 'completed',
    ordered: 'sandbox_orders',
    moved: ['hold', 'settle'],
  },
  deposit: {
    rows: 'F7 R5',
    money: { EUR: '10' },
    check: ({ browser }) => browser.form('/api/deposit/check', byBank),
    outcome: 'awaiting_payment',
    pay: (site, operation) => payTo(site, factOf(operation, 'reference')),
    ordered: 'sandbox_pay_orders',
    moved: ['settle'],
  },
  purchase: {
    rows: 'F8 R10',
    money: { EUR: '10' },
    check: ({ browser }) => browser.form('/api/purchase/check', bitcoinByCard),
    outcome: 'awaiting_payment',
    pay: async (_, operation) => press(await handOver(operation), 'pay'),
    ordered: 'sandbox_pay_orders',
    moved: ['settle'],
  },
  'card-order': {
    rows: 'F10 R3',
    money: { EUR: '1000' },
    check: ({ browser }) => browser.form('/api/card/order', { offer: 'virtual_eur' }),
    outcome: 'completed',
    ordered: 'sandbox_orders',
    moved: ['hold', 'settle'],
  },
};

/** What an operation has done: how often it was confirmed, and for each of its lines what moved and what was ordered. */
export interface Effects {
  confirmed: number;
  lines: { moved: string[]; orders: number }[];
}

const orders = (ordered: Way['ordered']) =>
  ordered === null
    ? sql`0`
    : sql`(select count(*) from ${sql.table(ordered)} s where s.${sql.ref(ordered === 'sandbox_orders' ? 'id' : 'operation_id')} = o.id)`;

export async function effectsOf(db: Db, { ordered, outcome, moved }: Way, { id }: { id: string }): Promise<Effects> {
  // What is never set aside has its effect in the moment of its confirm.
  const first = outcome === 'completed' && moved.includes('hold') ? 'processing' : outcome;
  const { rows: told } = await sql<{ n: string }>`
    select count(*) as n from operation_timeline where operation_id = ${id} and status = ${first}`.execute(db);
  const { rows } = await sql<{ moved: string[]; orders: string }>`
    select array(select m.kind from movements m where m.operation_id = o.id order by m.id) as moved, ${orders(ordered)} as orders
    from operations o where o.parent_id = ${id}
      or (o.id = ${id} and not exists (select from operations line where line.parent_id = o.id))`.execute(db);
  return {
    confirmed: Number(told[0]?.n),
    lines: rows.map(({ moved, orders: placed }) => ({ moved, orders: Number(placed) })),
  };
}

/** What a test of a flow is called: by its rows. */
export const named = ({ name }: MoneyFlow): string => `${ways[name]?.rows ?? 'F3'} ${name}`;
