import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';
import { gallery, modelIndexer } from './gallery.ts';

/** What the product's build does to its assets is of no use here. */
const isOf = (plugin: unknown, name: string): boolean => (plugin as { name?: string } | null)?.name === name;

const config: StorybookConfig = {
  stories: ['../machines/**/*.model.ts'],
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', '@storybook/addon-vitest'],
  framework: { name: '@storybook/react-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  experimental_indexers: (existing) => [modelIndexer, ...(existing ?? [])],
  viteFinal: ({ plugins, ...config }) =>
    mergeConfig(
      { ...config, plugins: plugins?.filter((plugin) => !isOf(plugin, 'compress')) },
      { plugins: [gallery()] },
    ),
};

export default config;
