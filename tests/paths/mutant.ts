import { StateMachine, type AnyStateMachine } from 'xstate';
import type { Model } from '../../machines/model.ts';

type Chart = Record<string, unknown>;

/** A chart's parts may be changed as plain data: what is in it, nothing checks. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Part = Record<string, any>;

const copy = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(copy)
    : typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copy(each)]))
      : value;

/** The same machine with its chart changed; what its names stand for stays. */
export function withChart(machine: AnyStateMachine, change: (chart: Part) => void): AnyStateMachine {
  const chart = copy(machine.config) as Chart;
  change(chart);
  return new StateMachine(chart as never, machine.implementations as never);
}

export const mutant = (model: Model, change: (chart: Part) => void): Model => ({
  ...model,
  machine: withChart(model.machine, change),
});
