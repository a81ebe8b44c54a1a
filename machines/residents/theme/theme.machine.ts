import { setup } from 'xstate';
import type { TabEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface ThemeContext {
  /** As it was remembered on this device. */
  remembered: Theme;
}

export type ThemeEvent = { type: 'user.theme chosen'; value: string } | Extract<TabEvent, { type: 'tabs.theme' }>;

const chosen = <const To extends Theme>(theme: To) =>
  ({
    guard: { type: 'it is', params: ({ event }: { event: { value: string } }) => ({ value: event.value, theme }) },
    target: `.${theme}`,
    actions: [
      { type: 'remember it', params: { key: 'theme', value: theme } },
      { type: 'tell the other tabs', params: { type: 'tabs.theme', theme } },
    ],
  }) as const;
const told = <const To extends Theme>(theme: To) =>
  ({
    guard: { type: 'it is', params: ({ event }: { event: { theme: string } }) => ({ value: event.theme, theme }) },
    target: `.${theme}`,
  }) as const;

/** Light, dark, or what the system says; remembered on this device, and the same in every tab. */
export const themeMachine = setup({
  types: { context: {} as ThemeContext, events: {} as ThemeEvent, input: {} as { theme: string | undefined } },
  guards: {
    'it is': (_, { value, theme }: { value: string; theme: Theme }) => value === theme,
    'it was': ({ context }, { theme }: { theme: Theme }) => context.remembered === theme,
  },
  actions: {
    'apply it': effect<{ theme: Theme }>('theme.apply'),
    'remember it': effect<{ key: 'theme'; value: Theme }>('memory.keep'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
  },
}).createMachine({
  id: 'theme',
  context: ({ input }) => ({ remembered: readTheme(input.theme) }),
  initial: 'remembering',
  on: {
    'user.theme chosen': [chosen('light'), chosen('dark'), chosen('system')],
    'tabs.theme': [told('light'), told('dark'), told('system')],
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
