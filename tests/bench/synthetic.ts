import { setup } from 'xstate';
import { defineModel } from '../../machines/model.ts';

type Event = { type: 'user.left' } | { type: 'user.right' } | { type: 'user.back' };

/** A machine of so many states in a tree with ways back: as deep as its logarithm, three ways out of most states. */
export function syntheticModel(size: number) {
  const name = (at: number): string => `state ${at}`;
  const states = Object.fromEntries(
    Array.from({ length: size }, (_, at) => [
      name(at),
      {
        on: {
          ...(2 * at + 1 < size ? { 'user.left': name(2 * at + 1) } : {}),
          ...(2 * at + 2 < size ? { 'user.right': name(2 * at + 2) } : {}),
          ...(at > 0 ? { 'user.back': name((at - 1) >> 1) } : {}),
        },
      },
    ]),
  );
  const machine = setup({ types: { events: {} as Event } }).createMachine({
    id: `synthetic ${size}`,
    initial: name(0),
    states,
  });
  const titled = Object.keys(states).map((state) => [state, { title: { en: state, ru: state } }]);
  return defineModel({
    name: `synthetic ${size}`,
    title: { en: `${size} states`, ru: `${size} состояний` },
    machine,
    inputs: { start: undefined },
    events: { 'user.left': [{}], 'user.right': [{}], 'user.back': [{}] },
    outcomes: {},
    states: Object.fromEntries(titled) as ReturnType<typeof defineModel>['states'],
  });
}
