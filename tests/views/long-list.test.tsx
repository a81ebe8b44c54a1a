import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { LongList } from '../../src/ui/long-list.tsx';
import { MoreButton } from '../../src/ui/more-button.tsx';

afterEach(async () => {
  await cleanup();
});

const page = 20;
const rowHeight = 40;

/** A list that ends with its fourth page. */
function Rows() {
  const [count, setCount] = useState(3 * page);
  const rows = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const isWhole = count === 4 * page;
  return (
    <main>
      <div ref={rows}>
        <LongList count={count} isWhole={isWhole} rowHeight={rowHeight} keyOf={String}>
          {(at) => (
            <a href={`#${at}`} ref={(link) => link?.style.setProperty('line-height', `${rowHeight}px`)}>
              Row {at}
            </a>
          )}
        </LongList>
      </div>
      {isWhole ? (
        <>
          <p ref={end} tabIndex={-1}>
            The end
          </p>
          <button type="button" onClick={() => setCount(3 * page)}>
            Fewer
          </button>
        </>
      ) : (
        <MoreButton
          count={count}
          rowAt={(at) => rows.current?.querySelector<HTMLElement>(`[data-index="${at}"] a`) ?? end.current}
          onClick={() => setCount(count + page)}
        >
          More
        </MoreButton>
      )}
    </main>
  );
}

const topOf = (element: Element) => element.getBoundingClientRect().top;

async function readToTheEnd(): Promise<void> {
  const more = document.querySelector<HTMLElement>('button')!;
  more.focus();
  more.scrollIntoView({ block: 'end' });
  const top = topOf(more);
  more.click();
  await expect.poll(() => document.querySelector('p')).not.toBeNull();
  await expect.poll(() => document.activeElement?.textContent).toBe(`Row ${3 * page}`);
  // It stands where the button was that brought it.
  await expect.poll(() => Math.abs(topOf(document.activeElement!) - top)).toBeLessThan(rowHeight);
}

test('M2 the last rows of a list that is long from then on are read on from the first of them, and nothing jumps', async () => {
  await render(<Rows />);
  await readToTheEnd();
});

test('M2 so are those of a list that became shorter meanwhile', async () => {
  await render(<Rows />);
  await readToTheEnd();
  document.querySelector('button')!.click();
  await expect.poll(() => document.querySelector('p')).toBeNull();
  await readToTheEnd();
});
