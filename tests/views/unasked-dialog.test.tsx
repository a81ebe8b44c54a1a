import { useEffect, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import { Dialog } from '../../src/ui/dialog.tsx';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

const news = new EventTarget();
function Form({ unasked }: { unasked: boolean }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const comes = () => setOpen(true);
    news.addEventListener('comes', comes);
    return () => news.removeEventListener('comes', comes);
  }, []);
  return (
    <>
      <input aria-label="To" />
      <Dialog open={isOpen} onOpenChange={setOpen} unasked={unasked} title="News">
        <button type="button" onClick={() => setOpen(false)}>
          Read
        </button>
      </Dialog>
    </>
  );
}

const window = () => document.querySelector('[role="dialog"]');

test.each([
  ['that nobody called has the focus on its title, and stays through a space and a return', true],
  ['that was called has it on its first control', false],
])('S7 a window %s', async (_, unasked) => {
  await speak('en');
  await render(<Form unasked={unasked} />);
  const field = document.querySelector('input')!;
  field.focus();
  await userEvent.keyboard('1000');
  news.dispatchEvent(new Event('comes'));
  await expect.poll(window).not.toBeNull();
  await expect.poll(() => document.activeElement?.localName).toBe(unasked ? 'h2' : 'button');
  await userEvent.keyboard(' {Enter}');
  if (!unasked) return void (await expect.poll(window).toBeNull());
  expect(window()).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.poll(window).toBeNull();
  await expect.poll(() => document.activeElement).toBe(field);
  expect(field.value).toBe('1000');
});

function Tellings() {
  const [told, setTold] = useState('One');
  return (
    <Dialog open onOpenChange={() => setTold('Two')} unasked turn={told} title="News" description={told}>
      <button type="button" onClick={() => setTold('Two')}>
        Read
      </button>
    </Dialog>
  );
}

test.each([
  ['Escape', 'h2', '{Escape}'],
  ['its cross', '[aria-label="Close"]', '{Enter}'],
  ['its answer', '[role="dialog"] > button', '{Enter}'],
])('S4 M5 of windows that come one behind the other each begins at its title, also after %s', async (_, at, key) => {
  await speak('en');
  await render(<Tellings />);
  await expect.poll(() => document.activeElement?.localName).toBe('h2');
  const before = document.activeElement;
  document.querySelector<HTMLElement>(at)!.focus();
  await userEvent.keyboard(key);
  await expect.poll(() => window()?.textContent).toContain('Two');
  await expect.poll(() => document.activeElement?.localName).toBe('h2');
  expect(document.activeElement).not.toBe(before);
});
