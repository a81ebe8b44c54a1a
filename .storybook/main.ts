import type { StorybookConfig } from '@storybook/react-vite';
import { mergeConfig } from 'vite';
import { modelFolders, sheetName } from '../stories/gallery/story-files.ts';
import { gallery, modelIndexer } from './gallery.ts';

/** What the product's build does to its assets is of no use here, and a story lets nobody fetch, a piece of the page neither. */
const ofTheProduct = ['compress', 'name-product', 'ask-for-pieces-again'];
const isOfTheProduct = (plugin: unknown): boolean =>
  ofTheProduct.includes((plugin as { name?: string } | null)?.name ?? '');

/** A test may have models of its own shown in place of the house's. */
const given = process.env['GALLERY_MODELS'];

/** What runs stories as tests is for Vitest alone: whoever looks at them would be offered a run of the tests, over the list at the left. */
const isTestRun = process.env['VITEST'] !== undefined;

const config: StorybookConfig = {
  stories:
    given === undefined
      ? [
          '../stories/gallery/start.mdx',
          '../stories/*.stories.tsx',
          ...modelFolders().map((folder) => `../machines/${folder}/**/*.model.ts`),
        ]
      : [`../${given}`],
  docs: { defaultName: sheetName },
  addons: ['@storybook/addon-docs', '@storybook/addon-a11y', ...(isTestRun ? ['@storybook/addon-vitest'] : [])],
  framework: { name: '@storybook/react-vite', options: {} },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // What a designer has no use for here.
  features: {
    ...{ actions: false, backgrounds: false, controls: false, measure: false, outline: false },
    ...{ sidebarOnboardingChecklist: false, menuOnboardingChecklist: false },
  },
  typescript: { reactDocgen: false },
  experimental_indexers: (existing) => [modelIndexer, ...(existing ?? [])],
  viteFinal: ({ plugins, ...config }) =>
    mergeConfig({ ...config, plugins: plugins?.filter((plugin) => !isOfTheProduct(plugin)) }, { plugins: [gallery()] }),
};

export default config;
