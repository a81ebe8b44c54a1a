import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { Report } from '../../src/features/outbox/report.tsx';
import { holdFile } from '../../src/house/held-files.ts';
import { Page } from '../../stories/frame.tsx';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

test.for([
  { text: '{"t":1}', read: '{"t":1}' },
  { text: 'x'.repeat(200_001), read: `${'x'.repeat(200_000)}\n…` },
])('A5 F13 a record is read once it is opened, of a long one the beginning ($text.length)', async ({ text, read }) => {
  await speak('en');
  const file = new File([text], 'journal.json');
  const { container } = await render(
    <Page>
      <Report file={{ handle: holdFile(file), kind: 'journal', size: file.size, count: 1 }} />
    </Page>,
  );
  const details = container.querySelector('details')!;
  const place = container.querySelector('pre')!;
  expect(place.textContent).toBe('');
  details.open = true;
  await expect.poll(() => place.textContent === read).toBe(true);
  // What was read stays as it is when it is closed and opened again.
  const before = place.firstChild;
  for (const open of [false, true]) {
    const toggled = new Promise((done) => details.addEventListener('toggle', done, { once: true }));
    details.open = open;
    await toggled;
    await file.text();
  }
  expect(place.firstChild).toBe(before);
});
