import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { sampleCardPayment } from '../../machines/bank-card/bank-card.samples.ts';
import { OperationRow } from '../../src/features/list/operation-row.tsx';
import { Page } from '../../stories/frame.tsx';
import { speak } from '../../stories/words.ts';

beforeEach(() => speak('en'));
afterEach(async () => {
  await cleanup();
});

test('F10 R9 the row of what a card has paid is called so, names the shop and leads to the card', async () => {
  const operation = sampleCardPayment();
  const { container } = await render(
    <Page>
      <OperationRow operation={operation} now={Date.now()} onOpen={() => undefined} />
    </Page>,
  );
  const row = container.querySelector('a');
  expect(row?.innerText).toMatch(/^Card payment\nBook shop\n/);
  expect(row?.getAttribute('href')).toBe(operation.place);
});
