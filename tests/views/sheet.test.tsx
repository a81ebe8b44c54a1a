import { Channel } from 'storybook/internal/channels';
import { GLOBALS_UPDATED } from 'storybook/internal/core-events';
import { ManagerContext } from 'storybook/manager-api';
import { addons } from 'storybook/preview-api';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { findStops } from '../../machines/paths/stops.ts';
import { useConcealed } from '../../src/ui/concealed.ts';
import type { About } from '../../stories/gallery/panel-words.ts';
import { PathPanel } from '../../stories/gallery/path-panel.tsx';
import { sheetOf } from '../../stories/gallery/sheet.tsx';
import { namesOf } from '../../stories/gallery/story-names.ts';
import toy from '../paths/toy/toy.model.ts';

const channel = new Channel({});
addons.setChannel(channel);

afterEach(async () => {
  await cleanup();
});

const AmountsView = () => <p>{useConcealed() ? 'nobody sees them' : 'everybody sees them'}</p>;

const [named] = namesOf(toy, findStops(toy).stops);
const chart = { boxes: [], arrows: [], width: 0, height: 0 };
const Sheet = sheetOf([
  { model: toy, view: AmountsView, stops: [{ ...named!, story: 'flows-toy--s' }], chart, links: {} },
]);

const wordsInCell = () => document.querySelector('iframe')?.contentDocument?.body.innerText ?? '';
const address = () => document.querySelector('figcaption a')?.getAttribute('href');

test('D5 a sheet hides amounts when the toolbar does, and its links lead to a story that does so too', async () => {
  await render(<Sheet />);
  channel.emit(GLOBALS_UPDATED, { globals: { locale: 'en', amounts: 'amounts shown' } });
  await expect.poll(wordsInCell).toContain('everybody sees them');
  expect(address()).toContain('locale:en;theme:light;amounts:amounts+shown;');
  channel.emit(GLOBALS_UPDATED, { globals: { locale: 'en', amounts: 'amounts hidden' } });
  await expect.poll(wordsInCell).toContain('nobody sees them');
  expect(address()).toContain('locale:en;theme:light;amounts:amounts+hidden;');
});

test('D5 what was looked for on a sheet still stands there for whoever opens a state of it and comes back', async () => {
  channel.emit(GLOBALS_UPDATED, { globals: { locale: 'en' } });
  const { unmount } = await render(<Sheet />);
  const field = page.getByRole('searchbox', { name: 'Filter this page' });
  await field.fill('online');
  await unmount();
  await render(<Sheet />);
  await expect.element(field).toHaveValue('online');
});

test('D5 a state that no picture shows is found by its title, with the reason, and only what no page holds is denied', async () => {
  channel.emit(GLOBALS_UPDATED, { globals: { locale: 'en' } });
  const states = { ...toy.states, 'talk.inside': { ...toy.states['talk.inside']!, unseen: 'Another page shows it.' } };
  const model = { ...toy, name: 'toy with a room', states };
  const Rooms = sheetOf([
    { model, view: AmountsView, stops: [{ ...named!, story: 'flows-toy--s' }], chart, links: {} },
  ]);
  await render(<Rooms />);
  const field = page.getByRole('searchbox', { name: 'Filter this page' });
  const none = page.getByText('No state has these words in its name or on its way.');
  const reason = page.getByText('Another page shows it.');
  await expect.element(reason).not.toBeVisible();
  await field.fill('insi');
  await expect.element(reason).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
  await field.fill('nowhere');
  await expect.element(none).toBeVisible();
  await expect.element(reason).not.toBeInTheDocument();
});

const nothing = () => {};
/** As the panel beside a story finds it. */
const managerOf = (api: object) =>
  ({
    api: { getStoryGlobals: nothing, getUserGlobals: nothing, on: nothing, off: nothing, ...api },
    state: { storyId: 'flows-toy--up' },
  }) as never;

test('D5 the chart beside a story leads to other stories in the look of this one, and speaks its language', async () => {
  const box = {
    state: 'line.down',
    label: 'down',
    leaf: true,
    final: false,
    depth: 0,
    x: 0,
    y: 0,
    width: 9,
    height: 9,
  };
  const arrow = {
    line: 'M0 0L9 9',
    label: 'error door',
    title: { en: 'door fails', ru: 'door не удаётся' },
    x: 0,
    y: 0,
  };
  const about: About = {
    way: { en: [], ru: [] },
    states: [],
    chart: { boxes: [box], arrows: [arrow], width: 9, height: 9 },
    links: { 'line.down': 'flows-toy--down' },
  };
  const globals = {
    locale: 'en',
    theme: 'dark',
    amounts: 'amounts hidden',
    viewport: { value: 'phone', isRotated: false },
  };
  const manager = managerOf({ getGlobals: () => globals, getCurrentParameter: () => about });
  const { rerender } = await render(
    <ManagerContext.Provider value={manager}>
      <PathPanel />
    </ManagerContext.Provider>,
  );
  expect(document.querySelector('svg a')?.getAttribute('href')).toBe(
    './?path=/story/flows-toy--down&globals=locale:en;theme:dark;amounts:amounts+hidden;viewport.value:phone',
  );
  const arrows = () => [...document.querySelectorAll('svg text')].map((text) => text.lastChild?.textContent);
  expect(arrows()).toEqual(['down', 'door fails']);
  globals.locale = 'ru';
  const inRussian = managerOf({ getGlobals: () => globals, getCurrentParameter: () => about });
  await rerender(
    <ManagerContext.Provider value={inRussian}>
      <PathPanel />
    </ManagerContext.Provider>,
  );
  expect(arrows()).toEqual(['down', 'door не удаётся']);
});
