import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import '../../src/ui/base.css';
import { createInspector } from '../../src/app/inspector/create-inspector.tsx';
import { emptyShelf } from '../../src/app/inspector/shelf.ts';
import { callsTried, forbidCalls } from '../../.storybook/no-calls.ts';
import { messages, speak } from '../../stories/words.ts';
import type { Entry } from '../../contract/journal/entry.ts';
import { parseJournal, writeJournal } from '../../contract/journal/file.ts';
import exchange from '../journals/exchange.json?raw';
import moments from '../journals/screens/secrets.json' with { type: 'json' };
import session from '../journals/secrets.json?raw';
import { readParts, soughtBy } from '../tools/screens.ts';

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector);
const screen = (): string => (find('#main')?.innerText ?? '').replaceAll(/\s+/g, ' ');
const control = (says: string, value?: string) =>
  page.elementLocator(find(`[data-says="${says}"]${value === undefined ? '' : `[data-says-value="${value}"]`}`)!);

const give = async (name: string, text: string): Promise<void> => {
  await expect.poll(() => find('[data-says="user.file given"]')).not.toBeNull();
  await userEvent.upload(control('user.file given'), new File([text], name, { type: 'application/json' }));
};

afterEach(async () => {
  await cleanup();
});

test('D8 a journal of a real session is dropped where no page is, and its screens are stepped through', async () => {
  const undo = forbidCalls();
  await speak('en');
  await page.viewport(1280, 800);
  await render(createInspector(emptyShelf));
  await give('exchange.json', exchange);
  await expect.poll(() => find('[data-says="user.stepped"][data-says-value="last"]')?.ariaDisabled).toBeNull();
  await userEvent.click(control('user.stepped', 'last'));
  await expect.poll(screen).toMatch(/Done: the money is in your wallet.*100\.00 USD.*EUR/);

  // By the keyboard, and by the entry that is looked for: the screen follows.
  const entries = exchange.split('\n').length - 3;
  for (const at of [entries - 1, entries - 2]) {
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => document.body.innerText).toContain(`looking at entry ${at} of ${entries}`);
  }
  await userEvent.fill(control('user.sought').first(), 'user.confirmed');
  await expect.poll(() => document.body.innerText).toContain(`1 of ${entries} entries`);
  await userEvent.click(control('user.entry chosen'));
  await expect.poll(screen).not.toContain('Done');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(screen).toContain(messages.en['operation.reviewing.title']);
  expect(screen()).toMatch(/100\.00 USD/);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => find('#main')).toBeNull();
  expect(callsTried()).toEqual([]);
  undo();
});

test('D8 where no page is, a real session shows the very words that it showed in its browser', async () => {
  await speak('en');
  await page.viewport(1280, 800);
  await render(createInspector(emptyShelf));
  await give('secrets.json', session);
  await expect.poll(() => find('[data-says="user.stepped"][data-says-value="last"]')?.ariaDisabled).toBeNull();
  const { entries } = parseJournal(session);
  expect(moments.length).toBeGreaterThan(5);
  for (const { name, number, text } of moments) {
    await userEvent.fill(control('user.sought').first(), soughtBy(entries[number - 1]!));
    await expect.poll(() => find(`[data-says="user.entry chosen"][data-says-value="${number}"]`)).not.toBeNull();
    await userEvent.click(control('user.entry chosen', String(number)));
    await expect.poll(readParts, { message: name, timeout: 10_000 }).toBe(text);
  }
});

test('D8 a window of the past holds nobody: the tool is there beside it, and a key that is meant for that leaves the window as it was', async () => {
  await speak('en');
  await page.viewport(1280, 800);
  await render(createInspector(emptyShelf));
  const { entries, ...head } = parseJournal(exchange);
  const asked: Entry = {
    t: entries.at(-1)!.t + 1,
    k: 'send',
    to: 'root/modals',
    event: { type: 'user.logout wanted' },
  };
  await give('window.json', writeJournal({ ...head, ends: {}, entries: [...entries, asked] }));
  await expect.poll(() => find('[data-says="user.stepped"][data-says-value="last"]')?.ariaDisabled).toBeNull();
  await userEvent.click(control('user.stepped', 'last'));
  await expect.poll(() => find('[role="dialog"]')).not.toBeNull();
  await expect.poll(() => find('[data-says="user.live wanted"]')?.ariaDisabled).toBeNull();
  expect(find('[aria-hidden="true"] [data-says="user.stepped"]')).toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => find('[role="dialog"]')).toBeNull();
  await userEvent.click(control('user.stepped', 'last'));
  await expect.poll(() => find('#main')).not.toBeNull();
  await expect.poll(() => find('[role="dialog"]')).not.toBeNull();
});

test('D8 a file that is no journal is refused in words, and a cut one says why it is only read', async () => {
  await speak('en');
  await render(createInspector(emptyShelf));
  await give('nonsense.json', '{"format":"har"}');
  await expect.poll(() => document.body.innerText).toContain('The journal did not open');
  await give('cut.json', exchange.replace('"whole":true', '"whole":false'));
  await expect.poll(() => document.body.innerText).toContain('so it can be read and not stepped through');
  expect(control('user.stepped', 'last').element().ariaDisabled).toBe('true');
  await userEvent.fill(control('user.sought').first(), 'user.confirmed');
  await expect.poll(() => document.body.innerText).toMatch(/\b1 of \d+ entries/);
});
