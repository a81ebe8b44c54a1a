import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Drawer, type DrawerHandle } from '../../src/ui/drawer.tsx';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

function Tray() {
  const drawer = useRef<DrawerHandle>(null);
  const [isOver, setOver] = useState(false);
  return (
    <main id="main">
      <h1 tabIndex={-1}>A page</h1>
      {!isOver && (
        <button type="button" onClick={() => drawer.current?.open()}>
          In progress
        </button>
      )}
      <Drawer ref={drawer} id="tray" title="In progress">
        <button type="button" onClick={() => setOver(true)}>
          End
        </button>
      </Drawer>
    </main>
  );
}

const focused = () => document.activeElement?.localName;

test.each([
  ['gives the focus back to what opened it', false, 'button'],
  ['gives the focus to the heading of the page where that has gone meanwhile', true, 'h1'],
])('M2 a drawer that is closed %s', async (_, isOver, holder) => {
  await speak('en');
  await render(<Tray />);
  document.querySelector<HTMLElement>('main > button')!.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.closest('dialog')).not.toBeNull();
  if (isOver) await userEvent.click(document.querySelector('dialog > :last-child button')!);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('dialog')?.open).toBe(false);
  await expect.poll(focused).toBe(holder);
});

test('M2 who marks words of a drawer and ends beside it keeps it open; a press beside it closes it', async () => {
  await speak('en');
  await page.viewport(1280, 800);
  await render(<Tray />);
  document.querySelector<HTMLElement>('main > button')!.click();
  const drawer = document.querySelector('dialog')!;
  await expect.poll(() => drawer.open).toBe(true);
  // The browser tells a click where both ends of the press are: here that is the drawer itself.
  const press = (begins: Element) => {
    begins.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    drawer.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };
  press(drawer.querySelector('h2')!);
  expect(drawer.open).toBe(true);
  press(drawer);
  expect(drawer.open).toBe(false);
});
