import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import charts from 'virtual:machine-charts';
import '../../src/ui/base.css';
import { createInspector } from '../../src/app/inspector/create-inspector.tsx';
import { emptyShelf } from '../../src/app/inspector/shelf.ts';
import Chart from '../../src/features/inspector/chart.tsx';
import { speak } from '../../stories/words.ts';
import session from '../journals/secrets.json?raw';

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
const words = () => document.body.innerText;
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-says="user.entry chosen"]')];
const focusedRow = () => Number((document.activeElement as HTMLElement | null)?.dataset['saysValue']);

/** A journal that can be stepped through. */
async function open(): Promise<void> {
  await render(createInspector(emptyShelf));
  await expect.poll(() => find('[data-says="user.file given"]')).not.toBeNull();
  const file = new File([session], 'session.json', { type: 'application/json' });
  await userEvent.upload(page.elementLocator(find('[data-says="user.file given"]')!), file);
  await expect.poll(() => find('[data-says="user.stepped"][data-says-value="last"]')?.ariaDisabled).toBeNull();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await speak('en');
});
afterEach(async () => {
  await cleanup();
});

test('D8 entries are gone through by ↑ and ↓ and opened by Enter, also those that are not drawn yet', async () => {
  await open();
  await expect.poll(() => rows().length).toBeGreaterThan(0);
  expect(rows().filter((row) => row.tabIndex === 0)).toHaveLength(1);
  await expect.poll(() => rows()[0]?.dataset['saysValue']).toBe('1');
  rows()[0]!.focus();
  await userEvent.keyboard('{ArrowDown>59/}');
  await expect.poll(focusedRow).toBe(60);
  await userEvent.keyboard('{ArrowUp}');
  expect(focusedRow()).toBe(59);
  await expect.poll(() => rows().filter((row) => row.tabIndex === 0)).toEqual([document.activeElement]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(words).toContain('looking at entry 59 of');
  expect(focusedRow()).toBe(59);
});

test('D8 an entry that is stepped away from leaves the focus to the list', async () => {
  await open();
  await expect.poll(() => rows()[0]?.dataset['saysValue']).toBe('1');
  rows()[0]!.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Entries');
  const looked = /looking at entry \d+/;
  const before = looked.exec(words())?.[0];
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => looked.exec(words())?.[0]).not.toBe(before);
});

const place = () => find('[role="group"][aria-label="Chart"]')!;
const isLitInSight = (): boolean => {
  const [outer, lit] = [place(), [...document.querySelectorAll('[data-lit]')].at(-1)!].map((each) =>
    each.getBoundingClientRect(),
  );
  return (
    lit!.top >= outer!.top && lit!.bottom <= outer!.bottom && lit!.left >= outer!.left && lit!.right <= outer!.right
  );
};

test('D8 a chart brings the state into sight that is lit after a step', async () => {
  const leaves = charts['operation']!.boxes.filter(({ leaf }) => leaf).toSorted((one, other) => one.y - other.y);
  const [top, bottom] = [leaves[0]!.state, leaves.at(-1)!.state];
  const { rerender } = await render(<Chart machine="operation" lit={[top]} />);
  for (const state of [bottom, top, bottom]) {
    await rerender(<Chart machine="operation" lit={[state]} />);
    await expect.poll(isLitInSight).toBe(true);
  }
});

test('D8 the arrows scroll a chart that has the focus, and step where it has not', async () => {
  await page.viewport(480, 800);
  await open();
  find('[data-says="user.stepped"][data-says-value="first"]')!.click();
  await expect.poll(words).toContain('looking at entry 1 of');
  find('[data-says="user.machine chosen"][data-says-value="root/locale"]')!.click();
  await expect.poll(place).not.toBeNull();
  expect(place().scrollWidth).toBeGreaterThan(place().clientWidth + 100);
  place().focus();
  place().scrollLeft = 0;
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => place().scrollLeft).toBeGreaterThan(0);
  expect(words()).toContain('looking at entry 1 of');
  find('[data-says="user.chart closed"]')!.focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(words).toContain('looking at entry 2 of');
});

test('D8 the journal of the page is listed without a count, for it grows; the others have theirs', async () => {
  const made = Date.parse('2026-01-15T12:00:00Z');
  const sessions = [
    { id: 'live', made, account: 'A-1001', entries: 27, whole: true },
    { id: 's-1', made, account: 'A-1001', entries: 120, whole: false },
  ];
  await render(createInspector({ ...emptyShelf, sessions: () => Promise.resolve(sessions) }));
  const rowOf = (id: string) => find(`[data-says="user.session opened"][data-says-value="${id}"]`)?.innerText;
  await expect.poll(() => rowOf('s-1')).toMatch(/A-1001 · 120 · \S/);
  expect(rowOf('live')).toMatch(/^This page\s+A-1001$/);
});
