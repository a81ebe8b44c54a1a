import { setup } from 'xstate';
import { effect } from '../../root/ports.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface ThemeContext {
  /** As it was remembered on this device. */
  remembered: Theme;
}

export type ThemeEvent = { type: 'user.theme chosen'; value: string };

/** Light, dark, or what the system says; remembered on this device. */
export const themeMachine = setup({
  types: { context: {} as ThemeContext, events: {} as ThemeEvent, input: {} as { theme: string | undefined } },
  guards: {
    'it is': (_, { value, theme }: { value: string; theme: Theme }) => value === theme,
    'it was': ({ context }, { theme }: { theme: Theme }) => context.remembered === theme,
  },
  actions: {
    'apply it': effect<{ theme: Theme }>('theme.apply'),
    'remember it': effect<{ key: 'theme'; value: Theme }>('memory.keep'),
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ remembered: readTheme(input.theme) }),
  initial: 'remembering',
  on: {
    'user.theme chosen': [
      {
        guard: { type: 'it is', params: ({ event }) => ({ value: event.value, theme: 'light' }) },
        target: '.light',
        actions: { type: 'remember it', params: { key: 'theme', value: 'light' } },
      },
      {
        guard: { type: 'it is', params: ({ event }) => ({ value: event.value, theme: 'dark' }) },
        target: '.dark',
        actions: { type: 'remember it', params: { key: 'theme', value: 'dark' } },
      },
      {
        guard: { type: 'it is', params: ({ event }) => ({ value: event.value, theme: 'system' }) },
        target: '.system',
        actions: { type: 'remember it', params: { key: 'theme', value: 'system' } },
      },
    ],
  },
  states: {
    remembering: {
      always: [
        { guard: { type: 'it was', params: { theme: 'light' } }, target: 'light' },
        { guard: { type: 'it was', params: { theme: 'dark' } }, target: 'dark' },
        { target: 'system' },
      ],
    },
    system: { entry: { type: 'apply it', params: { theme: 'system' } } },
    light: { entry: { type: 'apply it', params: { theme: 'light' } } },
    dark: { entry: { type: 'apply it', params: { theme: 'dark' } } },
  },
});

const readTheme = (theme: string | undefined): Theme => themes.find((known) => known === theme) ?? 'system';
