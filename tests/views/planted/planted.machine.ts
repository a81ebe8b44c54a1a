import { setup } from 'xstate';

/** What may be wrong with a story, a state each; `sound` has nothing wrong. */
export const plants = [
  'sound',
  'unread',
  'loud',
  'wordless',
  'wordless in Russian',
  'wide',
  'wide for a phone',
  'dim in the dark',
  'empty',
  'calling',
] as const;
export type Plant = (typeof plants)[number];

/** Each state is a story with a fault of its own, reached by one event. */
export const plantedMachine = setup({
  types: { events: {} as { type: 'user.chosen'; value: Plant } },
  guards: {
    'it is chosen': (_, { is, value }: { is: Plant; value: Plant }) => is === value,
  },
}).createMachine({
  id: 'planted',
  initial: 'sound',
  on: {
    'user.chosen': plants.map((plant) => ({
      guard: { type: 'it is chosen', params: ({ event }) => ({ is: plant, value: event.value }) },
      target: `.${plant}`,
    })),
  },
  states: {
    sound: {},
    unread: {},
    loud: {},
    wordless: {},
    'wordless in Russian': {},
    wide: {},
    'wide for a phone': {},
    'dim in the dark': {},
    empty: {},
    calling: {},
  },
});
