import { useRef, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { PartNotLoaded } from '../../src/features/frame/part-not-loaded.tsx';
import { createPart } from '../../src/house/part.tsx';
import { Drawer, type DrawerHandle } from '../../src/ui/drawer.tsx';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  vi.useRealTimers();
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

test('M2 a part of a drawer that did not come gives the focus of its button to the cross, where a drawer begins', async () => {
  await speak('en');
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 2_000 });
  const { promise: line, resolve: comes } = Promise.withResolvers<void>();
  let asked = 0;
  const { View } = createPart(async () => {
    asked += 1;
    if (asked <= 3) throw new Error('no network');
    await line;
    return () => <p>What goes on</p>;
  }, PartNotLoaded);
  function Tray() {
    const drawer = useRef<DrawerHandle>(null);
    return (
      <main id="main">
        <button type="button" onClick={() => drawer.current?.open()}>
          In progress
        </button>
        <Drawer ref={drawer} id="tray" title="In progress">
          <View />
        </Drawer>
      </main>
    );
  }
  await render(<Tray />);
  await userEvent.click(page.getByRole('button'));
  const drawer = document.querySelector('dialog')!;
  await expect.poll(() => drawer.querySelector('[role="alert"] button')).not.toBeNull();
  drawer.querySelector<HTMLElement>('[role="alert"] button')!.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => drawer.querySelector('[role="alert"]')).toBeNull();
  await expect.poll(() => document.activeElement).toBe(drawer.querySelector('button'));
  comes();
  await expect.poll(() => drawer.textContent).toContain('What goes on');
  expect(document.activeElement).toBe(drawer.querySelector('button'));
});
