import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { TailList } from '../../src/ui/tail-list.tsx';

afterEach(async () => {
  await cleanup();
});

const all = 700;
const aPage = 100;

/** Messages by their numbers, each third with two lines; a page of earlier ones comes where somebody nears the first. */
function Chat() {
  const [[first, end], set] = useState([all - aPage + 1, all]);
  const [keyOf] = useState(() => (from: number) => (at: number) => from + at);
  const [held, hold] = useState(() => ({ first, keyOf: keyOf(first) }));
  if (held.first !== first) hold({ first, keyOf: keyOf(first) });
  return (
    <>
      <button type="button" onClick={() => set(([from, to]) => [from, to + 1])}>
        One more
      </button>
      <TailList
        label="Messages"
        count={end - first + 1}
        isWhole={first === 1}
        rowHeight={40}
        keyOf={held.first === first ? held.keyOf : keyOf(first)}
        opensAt={undefined}
        ownRow={undefined}
        onEnd={() => {}}
        onNearStart={() => set(([from, to]) => [Math.max(1, from - aPage), to])}
      >
        {(at) => (
          <p data-number={first + at}>
            Message {first + at}
            {(first + at) % 3 === 0 && (
              <>
                <br />
                of two lines
              </>
            )}
          </p>
        )}
      </TailList>
    </>
  );
}

const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
const settled = async () => {
  for (let frames = 0; frames < 4; frames += 1) await frame();
};
const scroller = () => document.querySelector<HTMLElement>('[aria-label="Messages"]')!;
const place = (row: Element) => row.getBoundingClientRect().top - scroller().getBoundingClientRect().top;
/** The row in the middle of what is seen. */
const middle = (): HTMLElement => {
  const { clientHeight } = scroller();
  return [...document.querySelectorAll<HTMLElement>('[data-number]')]
    .toSorted((one, other) => place(one) - place(other))
    .find((row) => place(row) > clientHeight / 2)!;
};
const numberOf = (row: Element | null) => Number((row as HTMLElement | null)?.dataset['number']);
const shows = (number: number) => document.querySelector(`[data-number="${number}"]`);

test('F14 a long chat is read to its first message and back to its last: nobody loses their place, and few rows are there', async () => {
  await render(<Chat />);
  await expect.poll(() => shows(all)).toBeTruthy();
  await settled();
  const went = async (pixels: number, end: number) => {
    let most = 0;
    let before = numberOf(middle());
    for (let turns = 0; turns < 400; turns += 1) {
      scroller().scrollTop += pixels;
      await settled();
      const now = numberOf(middle());
      // No turn shows more than it scrolls: what comes at an edge moves nobody.
      expect(Math.abs(now - before)).toBeLessThan(Math.abs(pixels) / 15);
      before = now;
      most = Math.max(most, document.querySelectorAll('[data-number]').length);
      const row = shows(end);
      if (row && place(row) >= 0 && place(row) < scroller().clientHeight) return most;
    }
    throw new Error(`never came to ${end}, but to ${before}`);
  };
  expect(await went(-900, 1)).toBeLessThan(80);
  expect(scroller().querySelector('[aria-posinset="1"]')?.textContent).toContain('Message 1');
  expect(scroller().querySelector('li')?.ariaSetSize).toBe(String(all));
  expect(await went(1_800, all)).toBeLessThan(80);

  scroller().scrollTop = scroller().scrollHeight;
  await settled();
  document.querySelector('button')?.click();
  await expect.poll(() => shows(all + 1)).toBeTruthy();
  await settled();
  expect(place(shows(all + 1)!)).toBeLessThan(scroller().clientHeight);
}, 60_000);

interface RowsProps {
  count: number;
  isWhole?: boolean;
  opensAt?: number;
  ownRow?: number;
  onEnd?: (isThere: boolean) => void;
  heightOf?: (at: number) => number;
}

const ignored = () => {};

/** So many messages that are there already, each with a button. */
const Rows = ({ count, isWhole = true, opensAt, ownRow, onEnd = ignored, heightOf }: RowsProps) => (
  <TailList
    label="Messages"
    {...{ count, isWhole, onEnd, opensAt, ownRow }}
    rowHeight={40}
    keyOf={keyOfRow}
    onNearStart={() => {}}
  >
    {(at) => (
      <p data-number={at + 1} style={{ height: heightOf?.(at) }}>
        <button type="button">Message {at + 1}</button>
      </p>
    )}
  </TailList>
);
const keyOfRow = (at: number) => at + 1;

test('F14 a long chat opens at its end, or where somebody stopped reading', async () => {
  await render(<Rows count={all} />);
  await expect.poll(() => shows(all)).toBeTruthy();
  expect(place(shows(all)!)).toBeLessThan(scroller().clientHeight);
  await cleanup();
  await render(<Rows count={all} opensAt={99} />);
  await expect.poll(() => shows(100) && Math.abs(place(shows(100)!))).toBeLessThan(60);
  expect(document.querySelectorAll('[data-number]').length).toBeLessThan(80);
});

test('F14 a reader is told how many messages there are where all of them are known; a short chat stands at its end', async () => {
  const told: boolean[] = [];
  await render(<Rows count={3} isWhole={false} onEnd={(isThere) => void told.push(isThere)} />);
  await expect.poll(() => shows(3)).toBeTruthy();
  expect([scroller().querySelector('li')?.ariaSetSize, told.at(-1)]).toEqual(['-1', true]);
});

test('F14 who stands in a message that leaves the screen keeps it, and stands in the chat when it leaves the page', async () => {
  await render(<Rows count={all} />);
  await expect.poll(() => shows(all)).toBeTruthy();
  await settled();
  const button = shows(all)!.querySelector('button')!;
  button.focus();
  scroller().scrollTop -= 3_000;
  await settled();
  expect([shows(all - 20), document.activeElement]).toEqual([null, button]);
  for (let turns = 0; turns < 40 && button.isConnected; turns += 1) {
    scroller().scrollTop -= 900;
    await settled();
  }
  expect([button.isConnected, document.activeElement]).toEqual([false, scroller()]);
});

test('F14 whoever reads what is new further up and writes is taken to what they wrote, however far down it stands; what others write moves nobody', async () => {
  const told: boolean[] = [];
  const onEnd = (isThere: boolean) => void told.push(isThere);
  const { rerender } = await render(<Rows count={900} opensAt={100} onEnd={onEnd} />);
  await settled();
  const isSeen = (number: number) => {
    const row = shows(number);
    return row !== null && place(row) >= -1 && place(row) < scroller().clientHeight;
  };
  expect(isSeen(101)).toBe(true);
  await rerender(<Rows count={901} opensAt={100} onEnd={onEnd} />);
  await settled();
  expect([isSeen(101), isSeen(901)]).toEqual([true, false]);
  await rerender(<Rows count={902} opensAt={100} ownRow={902} onEnd={onEnd} />);
  await expect.poll(() => isSeen(902)).toBe(true);
  await expect.poll(() => told.at(-1)).toBe(true);
});

test('F14 whoever wrote last and reads far up in a long chat stays there when the other answers', async () => {
  const { rerender } = await render(<Rows count={900} ownRow={900} />);
  await expect.poll(() => shows(900)).toBeTruthy();
  await settled();
  for (let turns = 0; turns < 400 && numberOf(middle()) > 450; turns += 1) {
    scroller().scrollTop -= 1_800;
    await settled();
  }
  const before = numberOf(middle());
  expect(before).toBeLessThan(451);
  await rerender(<Rows count={901} />);
  await settled();
  expect(Math.abs(numberOf(middle()) - before)).toBeLessThan(3);
  await rerender(<Rows count={902} ownRow={902} />);
  await expect.poll(() => shows(902)).toBeTruthy();
});

/** With what stands around it a row is as high as it was taken for. */
const asTakenFor = 8;

test.each([
  { count: 3, opensAt: 0 },
  { count: 100, opensAt: 97 },
  { count: 900, opensAt: 897 },
])(
  'F14 of $count messages those longer than the screen open at the first new one, and are read once their end was seen',
  async (chat) => {
    const told: boolean[] = [];
    const heightOf = (at: number) => (at < chat.opensAt ? 20 : 900);
    await render(<Rows {...chat} heightOf={heightOf} onEnd={(isThere) => void told.push(isThere)} />);
    await settled();
    expect(place(shows(chat.opensAt + 1)!)).toBeLessThan(60);
    expect(place(shows(chat.opensAt + 1)!)).toBeGreaterThan(-1);
    expect(told).not.toContain(true);
    scroller().scrollTop = scroller().scrollHeight;
    await expect.poll(() => told.at(-1)).toBe(true);
  },
);

test.each([
  { count: 3, opensAt: 0, height: 20 },
  { count: 3, opensAt: 0, height: asTakenFor },
  { count: 100, opensAt: 97, height: 20 },
  { count: 100, opensAt: 97, height: asTakenFor },
  { count: 900, opensAt: 897, height: 20 },
])(
  'F14 of $count messages of $height px those that are new and in sight to their end are read at once',
  async ({ height, ...chat }) => {
    const told: boolean[] = [];
    await render(<Rows {...chat} heightOf={() => height} onEnd={(isThere) => void told.push(isThere)} />);
    await settled();
    expect([place(shows(chat.count)!) < scroller().clientHeight, told.at(-1)]).toEqual([true, true]);
  },
);

test('F14 what is new and shorter than it was taken for, but no more in sight to its end, is not read on the way', async () => {
  const told: boolean[] = [];
  await render(<Rows count={900} opensAt={860} heightOf={() => 20} onEnd={(isThere) => void told.push(isThere)} />);
  await settled();
  expect(place(shows(861)!)).toBeLessThan(60);
  expect(told).not.toContain(true);
});
