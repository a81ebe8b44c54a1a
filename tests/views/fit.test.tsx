import type { ComponentType, ReactElement, ReactNode } from 'react';
import { addons, ManagerContext, types } from 'storybook/manager-api';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import '../../.storybook/manager.ts';

afterEach(async () => {
  await cleanup();
});

const nothing = () => {};
addons.loadAddons({} as never);
const wrappers = Object.values(addons.getElements(types.PREVIEW)) as {
  render: ComponentType<{ children: ReactNode }>;
}[];

/** What draws the screen, as Storybook has it: it is given a zoom. */
const Canvas = ({ scale }: { scale: number }) => <output>{scale}</output>;

/** As a wrapper of the canvas finds it. */
const managerOf = (viewport: object, viewMode: string) =>
  ({
    api: { getGlobals: () => ({ viewport }), getStoryGlobals: nothing, getUserGlobals: nothing },
    state: { viewMode },
  }) as never;

const showIn = async (place: number, viewport: object, viewMode = 'story') => {
  const manager = managerOf(viewport, viewMode);
  const wrapped = wrappers.reduceRight<ReactElement>(
    (children, { render: Wrapper }) => <Wrapper>{children}</Wrapper>,
    <Canvas scale={1} />,
  );
  await render(
    <ManagerContext.Provider value={manager}>
      <div style={{ width: place }}>{wrapped}</div>
    </ManagerContext.Provider>,
  );
  return () => Number(document.querySelector('output')?.textContent);
};

/** The canvas beside the list of stories on a laptop of 1440 pixels; 40 of it stand free at either side. */
const laptop = 1140;
const wide = { value: 'wide', isRotated: false };

test('D5 a screen that is wider than the canvas stands in it as a whole', async () => {
  const scale = await showIn(laptop, wide);
  await expect.poll(() => scale() * 1280).toBeLessThanOrEqual(laptop - 80);
  expect(scale() * 1280).toBeGreaterThan(laptop - 90);
});

test.each([
  ['a phone', laptop, { value: 'tall', isRotated: false }, 'story'],
  ['a desk on a large screen', 1500, wide, 'story'],
  ['a width that somebody dragged', laptop, { value: '1400px-800px', isRotated: false }, 'story'],
  ['a page that is no story', laptop, wide, 'docs'],
])('D5 %s is drawn at its own size', async (_what, place, viewport, viewMode) => {
  const scale = await showIn(place, viewport, viewMode);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(scale()).toBe(1);
});

test('D5 a screen that lies on its side is as wide as it was high', async () => {
  const scale = await showIn(700, { value: 'tall', isRotated: true });
  await expect.poll(() => scale() * 844).toBeLessThanOrEqual(700 - 80);
});
