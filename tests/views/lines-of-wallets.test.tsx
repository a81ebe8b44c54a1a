import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { sampleExchangeAll, sampleSomeFailed } from '../../machines/operation/operation.samples.ts';
import { Lines } from '../../src/features/operation/lines.tsx';
import { Page } from '../../stories/frame.tsx';
import { speak } from '../../stories/words.ts';

beforeEach(() => speak('en'));
afterEach(async () => {
  await cleanup();
});

/** Of each wallet: amounts that are struck, and whether a fee is named. */
const told = (container: Element) =>
  [...container.querySelectorAll('li')].map((line) => ({
    struck: [...line.querySelectorAll<HTMLElement>('span')]
      .filter((one) => getComputedStyle(one).textDecorationLine === 'line-through')
      .map((one) => one.innerText.replaceAll(' ', ' ')),
    fee: /fee [\d.]+.[A-Z]{3}/.test(line.innerText),
  }));

test.for([
  {
    name: 'one of two failed',
    operation: sampleSomeFailed(),
    lines: [
      { struck: [], fee: true },
      { struck: ['0.00104146 BTC'], fee: false },
    ],
  },
  {
    name: 'all failed',
    operation: sampleExchangeAll('failed'),
    lines: [
      { struck: ['0.001056 BTC'], fee: false },
      { struck: ['0.00104146 BTC'], fee: false },
    ],
  },
  {
    name: 'all are exchanged',
    operation: sampleExchangeAll('completed'),
    lines: [
      { struck: [], fee: true },
      { struck: [], fee: true },
    ],
  },
])(
  'F10 an exchange of all, $name: a wallet that came to nothing brought and cost none',
  async ({ operation, lines }) => {
    const { container } = await render(
      <Page>
        <Lines lines={operation.lines ?? []} />
      </Page>,
    );
    expect(told(container)).toEqual(lines);
  },
);
