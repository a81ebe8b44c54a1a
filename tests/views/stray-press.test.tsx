import { useState, type FormEvent } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import { ignoreStrayPresses } from '../../src/platform/stray-press.ts';
import { Button } from '../../src/ui/button.tsx';

const confirmed = vi.fn();

interface FlowProps {
  says: string;
  /** The first button stays below the second one, as below a window. */
  stays?: boolean;
}

/** A button that brings another one at a press, where it stood itself. */
function Flow({ says, stays = false }: FlowProps) {
  const [isReview, setReview] = useState(false);
  return (
    <>
      {isReview && (
        <p>
          <Button says={says} onClick={confirmed}>
            Exchange
          </Button>
        </p>
      )}
      {(stays || !isReview) && (
        <Button says="user.submitted" onClick={() => setReview(true)}>
          Continue
        </Button>
      )}
    </>
  );
}

interface Where {
  /** ms and px after, and beside, the press before. */
  after?: number;
  beside?: number;
}
let at = { time: 1_000, x: 100 };

/** Presses whatever button stands there, as a finger does. */
async function press({ after = 0, beside = 0 }: Where = {}): Promise<void> {
  at = { time: at.time + after, x: at.x + beside };
  const button = document.querySelector('button[data-says]')!;
  const init = { bubbles: true, cancelable: true, clientX: at.x, clientY: 100, detail: 1 };
  for (const event of [new PointerEvent('pointerdown', init), new PointerEvent('click', init)]) {
    Object.defineProperty(event, 'timeStamp', { value: at.time });
    button.dispatchEvent(event);
  }
  await new Promise((drawn) => requestAnimationFrame(drawn));
}

describe('F3 a press that was meant for what stood there before', () => {
  beforeAll(() => ignoreStrayPresses());
  beforeEach(() => {
    at = { time: at.time + 60_000, x: 100 };
    confirmed.mockClear();
  });
  afterEach(async () => {
    await cleanup();
  });

  test.each<FlowProps>([
    { says: 'user.confirmed' },
    { says: 'user.cancel agreed' },
    { says: 'user.cancel agreed', stays: true },
  ])('F3 is no yes to %o, however often it comes', async (flow) => {
    await render(<Flow {...flow} />);
    await press();
    for (const after of [300, 400, 100, 499]) await press({ after });
    expect(confirmed).not.toHaveBeenCalled();
    await press({ after: 500 });
    expect(confirmed).toHaveBeenCalledOnce();
  });

  test.each([{ after: 500 }, { after: 100, beside: 20 }])('F3 is none %o: it is heard', async (where) => {
    await render(<Flow says="user.confirmed" />);
    await press();
    await press(where);
    expect(confirmed).toHaveBeenCalledOnce();
  });

  test('F3 says all that can be taken back', async () => {
    await render(<Flow says="user.printed" />);
    await press();
    await press({ after: 100 });
    expect(confirmed).toHaveBeenCalledOnce();
  });

  test('F3 is heard where it comes without a pointer, and twice on what stays there', async () => {
    await render(<Flow says="user.confirmed" />);
    await press();
    await press({ after: 100 });
    document.querySelector<HTMLButtonElement>('button[data-says]')!.click();
    expect(confirmed).toHaveBeenCalledOnce();
    await press({ after: 1_000 });
    await press({ after: 100 });
    expect(confirmed).toHaveBeenCalledTimes(3);
  });

  test('F3 Enter that is held sends a form once, and ends lines as long as it is held', async () => {
    const sent = vi.fn((event: FormEvent) => event.preventDefault());
    const { getByRole } = await render(
      <form onSubmit={sent}>
        <input aria-label="Code" />
        <textarea aria-label="Message" />
        <button type="button">More</button>
      </form>,
    );
    await userEvent.click(getByRole('textbox', { name: 'Code' }));
    await userEvent.keyboard('{Enter>3}');
    await userEvent.keyboard('{/Enter}');
    expect(sent).toHaveBeenCalledOnce();
    await userEvent.click(getByRole('textbox', { name: 'Message' }));
    await userEvent.keyboard('{Enter>3}');
    await userEvent.keyboard('{/Enter}');
    expect(getByRole('textbox', { name: 'Message' }).element()).toHaveProperty('value', '\n\n\n');
  });

  // The last one: what it fetches hears every press after it.
  test('F3 is none where the first press was what fetched this', async () => {
    await render(<Flow says="user.confirmed" />);
    const button = document.querySelector<HTMLButtonElement>('button[data-says]')!;
    // Nobody hears of it here, as of one that came before.
    const first = new PointerEvent('pointerdown', { clientX: at.x, clientY: 100 });
    Object.defineProperties(first, { timeStamp: { value: at.time }, target: { value: button } });
    ignoreStrayPresses(first);
    button.click();
    await new Promise((drawn) => requestAnimationFrame(drawn));
    await press({ after: 300 });
    expect(confirmed).not.toHaveBeenCalled();
  });
});
