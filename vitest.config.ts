import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { globSync, readFileSync } from 'node:fs';
import { defineBrowserCommand, playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { machineFacts } from './scripts/machine-facts.ts';
import { mutatedModules } from './scripts/mutate/mutated-modules.ts';
import { tasksIn } from './scripts/mutate/view-tasks.ts';
import { turns } from './scripts/turns.mjs';
import { launch } from './tests/chromium.ts';

const deep = process.env['DEEP'] === '1';
/** Which turn a run of `npm test` takes where all would be too much; null takes all. */
const turn = process.env['TURN'] === undefined ? null : Number(process.env['TURN']);
const minutes = (n: number) => n * 60_000;

/** A hover waits until what is under it stands still, and the pointer is only to be out of the way. */
const restPointer = defineBrowserCommand(({ page }) => page.mouse.move(0, 0));

const browser = () => ({
  enabled: true,
  commands: { restPointer },
  headless: true,
  screenshotFailures: false,
  // What is kept of a screen holds hours of the day.
  provider: playwright({ launchOptions: launch, contextOptions: { timezoneId: 'UTC' } }),
});

/** The two variants that differ in everything; deep runs take all eight. */
const variants = ['ru', 'en']
  .flatMap((locale) =>
    ['dark', 'light'].flatMap((theme) => ['phone', 'wide'].map((viewport) => ({ locale, theme, viewport }))),
  )
  .filter(
    ({ locale, theme, viewport }) =>
      deep || ['ru dark phone', 'en light wide'].includes(`${locale} ${theme} ${viewport}`),
  );

/** Of a run in turns the models whose stories are drawn in another look: each is drawn in one, in the next turn in another one. */
const otherLooks = (look: number): string[] =>
  globSync('machines/**/*.model.ts')
    .toSorted()
    .filter((_, at) => (at + (turn ?? 0) + look) % variants.length !== 0);

/** A key of Storybook's own that gives a test run its globals. */
const globalsKey = 'storybook/test-initial-globals';

const inNode = (name: string, folders: string[], seconds = 10): TestProjectInlineConfiguration => ({
  extends: true,
  test: {
    name,
    environment: 'node',
    include: folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`),
    testTimeout: deep ? minutes(10) : seconds * 1000,
    hookTimeout: minutes(deep ? 10 : 2),
  },
});

/** One cluster for the run; each file has a database of its own in it. */
const withPostgres = (name: string, seconds: number): TestProjectInlineConfiguration => {
  const project = inNode(name, [name], seconds);
  // Most of such a test is waiting, for a browser or a database: two files at a time.
  const setup = { globalSetup: ['tests/setup/postgres.ts'], setupFiles: ['tests/setup/end-processes.ts'] };
  // What comes by itself may take its time on two slow cores; a test that guards how fast it is says so.
  const expect = { poll: { timeout: 10_000 } };
  return { ...project, test: { ...project.test, ...setup, expect, maxWorkers: 2 } };
};

/** What `npm run paths` has chosen to be walked, as the text of a file: then this is all that its project runs. */
const chosenFile = process.env['CHOSEN'];
const chosen = chosenFile === undefined ? undefined : readFileSync(chosenFile, 'utf8');
const orChosen = (
  project: TestProjectInlineConfiguration,
  file: string,
  key: 'chosenPaths' | 'chosenWalks' | 'chosenSession',
): TestProjectInlineConfiguration =>
  chosen === undefined
    ? project
    : { ...project, test: { ...project.test, include: [file], provide: { [key]: chosen } as never } };

/** What `npm run mutate -- --views` judges, as a file; otherwise the fixed mutants that every day kills. */
const mutantsFile = process.env['MUTANTS'];
const keeping = process.env['KEEP'] === '1';

/** The files that the project of views runs: its tests, or what a command of ours wants of a browser. */
const viewFiles = (): string[] => {
  if (mutantsFile !== undefined) return ['tests/views/mutants.ts'];
  return keeping ? ['tests/views/outlines.test.ts'] : ['tests/views/**/*.test.{ts,tsx}'];
};

const journeys = withPostgres('journeys', 120);
/** A journey has a browser and a server of its own: with a third file beside them two slow cores keep each waiting for half a minute. */
const journeysTest = { ...journeys.test, isolate: false, maxWorkers: 2 };

const projects: Record<string, () => TestProjectInlineConfiguration> = {
  bytes: () => inNode('bytes', ['bench']),
  // What they share, of XState to the models, is read once by a worker and not by each file.
  machines: () => {
    // Sessions are a part of their own in a deep run: there are many.
    const folders = turns['machines']!.folders.filter((folder) => !deep || folder !== 'sessions');
    const project = inNode('machines', folders, 30);
    return { ...project, test: { ...project.test, isolate: false, maxWorkers: 2 } };
  },
  sessions: () => orChosen(inNode('sessions', ['sessions']), 'tests/sessions/again.ts', 'chosenSession'),
  // What they share, of the contract and the server, is read once by a worker; while one waits two others work.
  server: () => {
    const project = withPostgres('server', 60);
    return { ...project, test: { ...project.test, isolate: false, maxWorkers: 3 } };
  },
  faults: () => withPostgres('faults', 90),
  security: () => withPostgres('security', 60),
  // What they share, of the contract to the models, is read once and not by each file.
  journeys: () => orChosen({ ...journeys, test: journeysTest }, 'tests/journeys/chosen.ts', 'chosenWalks'),
  // How the gallery looks: of the deep run alone. One browser draws all sheets, one after the other.
  pictures: () => inNode('pictures', ['pictures'], 120),
  views: () => {
    const mutants = tasksIn(mutantsFile);
    return orChosen(
      {
        extends: true,
        plugins: [mutatedModules(mutants), react()],
        // What a screen loads later is prepared with the rest: it would else come with another copy of React.
        optimizeDeps: { entries: ['src/features/**/*.view.tsx', 'src/app/**/*.tsx', 'tests/views/**/*.{ts,tsx}'] },
        test: {
          name: 'views',
          include: viewFiles(),
          provide: { deep, keeping, turn, mutants: mutants.map(({ id, views, walk }) => ({ id, views, walk })) },
          isolate: false,
          maxWorkers: 2,
          testTimeout: deep ? minutes(10) : 30_000,
          // A screen may wait for its turn on a busy machine.
          expect: { poll: { timeout: 10_000 } },
          browser: { ...browser(), instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }] },
        },
      },
      'tests/views/chosen.ts',
      'chosenPaths',
    );
  },
  stories: () => ({
    extends: true,
    plugins: [storybookTest({ configDir: '.storybook', storybookScript: 'npm run gallery -- --ci' })],
    test: {
      name: 'stories',
      isolate: false,
      maxWorkers: 2,
      testTimeout: 30_000,
      browser: {
        ...browser(),
        instances: variants.map(({ locale, theme, viewport }, half) => ({
          browser: 'chromium',
          name: `${locale} ${theme} ${viewport}`,
          exclude: turn === null ? [] : otherLooks(half),
          provide: {
            [globalsKey]: {
              locale,
              theme,
              viewport: { value: viewport, isRotated: false },
              // A deep run judges each story in each look, a whole one in one of them, a turn every third of those it draws.
              ...(deep ? {} : { judges: turn === null ? [half, 2] : [Math.trunc(turn / 2) % 3, 3] }),
            },
          } as never,
        })),
      },
    },
  }),
};

// Only what is asked for: Storybook's plugin reads every story as soon as it is made.
const asked = Object.keys(projects).filter((name) => process.argv.includes(`--project=${name}`));
const everyDay = Object.keys(projects).filter((name) => name !== 'sessions');

export default defineConfig({
  plugins: [machineFacts()],
  test: {
    projects: (asked.length > 0 ? asked : everyDay).map((name) => projects[name]!()),
  },
});
