import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { Button } from '../../src/ui/button.tsx';

const confirmed = vi.fn();
const submitted = vi.fn();

/** Where the first button stood stands another one after a press: the terms of what was asked for. */
function Flow({ byForm = false }: { byForm?: boolean }) {
  const [isReview, setReview] = useState(false);
  if (!isReview)
    return (
      <Button key="form" onClick={() => setReview(true)}>
        Continue
      </Button>
    );
  return byForm ? (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted();
      }}
    >
      <Button key="review" type="submit">
        Exchange
      </Button>
    </form>
  ) : (
    <Button key="review" onClick={confirmed}>
      Exchange
    </Button>
  );
}

interface Press {
  /** `` is whatever presses without a pointer. */
  pointerType?: string;
  clientX?: number;
}

/** Presses whatever button stands there; `detail` is how many presses a browser has counted at that place. */
async function press(detail: number, { pointerType = 'mouse', clientX = 50 }: Press = {}): Promise<void> {
  const event = new PointerEvent('click', { bubbles: true, cancelable: true, detail, pointerType, clientX });
  document.querySelector('button')!.dispatchEvent(event);
  await new Promise((drawn) => requestAnimationFrame(drawn));
}

describe('F3 a press that was meant for what stood there before', () => {
  beforeEach(() => {
    confirmed.mockClear();
    submitted.mockClear();
  });
  afterEach(() => cleanup());

  test('the second tap of two confirms no terms that came between them', async () => {
    await render(<Flow />);
    await press(1);
    await press(2);
    await press(3);
    expect(confirmed).not.toHaveBeenCalled();
    await press(1);
    expect(confirmed).toHaveBeenCalledTimes(1);
  });

  test('nor does it send a form', async () => {
    await render(<Flow byForm />);
    await press(1);
    await press(2);
    expect(submitted).not.toHaveBeenCalled();
    await press(1);
    expect(submitted).toHaveBeenCalledTimes(1);
  });

  test('a press by a key is heard at once, and so is each of several at one button', async () => {
    await render(<Flow />);
    await press(1);
    await press(0, { pointerType: '' });
    expect(confirmed).toHaveBeenCalledTimes(1);
    await press(2);
    await press(3);
    expect(confirmed).toHaveBeenCalledTimes(3);
  });

  test('the second tap of a finger is known by its time and its place, where the browser counts none', async () => {
    const touch = { pointerType: 'touch', clientX: 500 };
    await render(<Flow />);
    await press(1, touch);
    await press(1, { ...touch, clientX: 510 });
    await press(1, touch);
    expect(confirmed).not.toHaveBeenCalled();
    await press(1, { ...touch, clientX: 540 });
    expect(confirmed).toHaveBeenCalledTimes(1);
    // Each of several at one button is heard.
    await press(1, { ...touch, clientX: 540 });
    expect(confirmed).toHaveBeenCalledTimes(2);
  });
});
