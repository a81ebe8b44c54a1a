import type { Preview } from '@storybook/react-vite';
import '../src/ui/base.css';
import { Concealed } from '../src/ui/concealed.ts';
import { screens, type ScreenSize } from '../stories/gallery/screens.ts';
import { isConcealed } from '../stories/gallery/toolbar.ts';
import { complaints, emptyPage, hearComplaints, pageFaults } from '../stories/page-faults.ts';
import { pageShape } from '../stories/page-shape.ts';
import { missingKeys, speak, type Locale } from '../stories/words.ts';
import { callsTried, forbidCalls } from './no-calls.ts';

const viewportOf = ({ name, width, height }: ScreenSize) => ({
  name: `${name}, ${width} px`,
  styles: { width: `${width}px`, height: `${height}px` },
  type: width < 600 ? ('mobile' as const) : ('desktop' as const),
});

const faults = (): string[] => [
  ...emptyPage(),
  ...pageFaults(),
  ...complaints(),
  ...callsTried().map((address) => `a call left: ${address}`),
];

/** The gallery's panel lists what is in order too; a test asks for what is not, and fetches no style sheet a second time. */
const isTested = '__vitest_browser__' in globalThis;
const onlyFaults = { resultTypes: ['violations'], preload: false };

/**
 * Whether a story's turn comes in this run: all of them, or by `judges` those of one part of so many. Axe takes three
 * quarters of the time of a story.
 */
const isDue = (judges: readonly [part: number, of: number] | undefined, id: string): boolean =>
  judges === undefined || [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % judges[1] === judges[0];

const judged = new Set<string>();

/** Whether axe saw no page of this shape in this look before: what differs in words alone it would judge the same. */
const isUnseen = (globals: Record<string, unknown>): boolean => {
  const { locale, theme, viewport, amounts } = globals;
  const page = JSON.stringify([locale, theme, viewport, amounts, pageShape(document.body)]);
  const isNew = !judged.has(page);
  judged.add(page);
  return isNew;
};

const preview: Preview = {
  globalTypes: {
    locale: {
      name: 'Language',
      toolbar: { title: 'Language', icon: 'globe', items: ['ru', 'en'], dynamicTitle: true },
    },
    theme: { name: 'Theme', toolbar: { title: 'Theme', icon: 'mirror', items: ['light', 'dark'], dynamicTitle: true } },
    amounts: {
      name: 'Amounts',
      toolbar: { title: 'Amounts', icon: 'eye', items: ['amounts shown', 'amounts hidden'], dynamicTitle: true },
    },
  },
  initialGlobals: {
    locale: 'ru',
    theme: 'light',
    amounts: 'amounts shown',
    viewport: { value: 'wide', isRotated: false },
  },
  parameters: {
    layout: 'fullscreen',
    controls: { disable: true },
    actions: { disable: true },
    interactions: { disable: true },
    // A frame is a provider's page: axe is not in it, and would wait half a second for an answer of itself.
    a11y: { test: 'error', options: { iframes: false, ...(isTested ? onlyFaults : {}) } },
    viewport: {
      options: Object.fromEntries(Object.entries(screens).map(([name, size]) => [name, viewportOf(size)])),
    },
  },
  loaders: [
    async ({ globals }) => {
      await speak(globals['locale'] as Locale);
      return {};
    },
  ],
  decorators: [
    (Story, { globals }) => {
      document.documentElement.dataset['theme'] = String(globals['theme']);
      return (
        <Concealed value={isConcealed(globals)}>
          <Story />
        </Concealed>
      );
    },
  ],
  beforeEach: () => {
    missingKeys.clear();
    const undo = [forbidCalls(), hearComplaints()];
    return () => undo.forEach((one) => one());
  },
  // Not in what `beforeEach` gives back: that runs when the next story starts, and would blame it.
  afterEach: ({ id, globals, parameters }) => {
    if (isTested && !(isDue(globals['judges'], id) && isUnseen(globals))) parameters['a11y'] = { test: 'off' };
    const found = faults();
    if (found.length > 0) throw new Error(found.join('\n'));
  },
};

export default preview;
