import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { Operation } from '../../contract/operation.ts';
import { at, sampleIncoming, sampleOperation, sampleTransfer } from '../../machines/operation/operation.samples.ts';
import { Course } from '../../src/features/operation/course.tsx';
import { Terms } from '../../src/features/operation/terms.tsx';
import { Page } from '../../stories/frame.tsx';
import { speak, type Locale } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

const shown = async (locale: Locale, what: ReactNode) => {
  await speak(locale);
  return (await render(<Page>{what}</Page>)).container;
};

const overnight = sampleTransfer('completed', {
  timeline: [
    { status: 'open', at: '2026-01-15T23:59:10.000Z' },
    { status: 'processing', at: '2026-01-15T23:59:50.000Z' },
    { status: 'completed', at: '2026-01-16T00:00:05.000Z' },
  ],
});

test.for([
  ['ru', undefined, ['15 января, 23:59:10', '23:59:50', '16 января, 00:00:05']],
  ['en', undefined, ['January 15, 23:59:10', '23:59:50', 'January 16, 00:00:05']],
  ['en', at, ['23:59:10', '23:59:50', 'January 16, 00:00:05']],
  ['en', at + 86_400_000, ['January 15, 23:59:10', '23:59:50', 'January 16, 00:00:05']],
] as const)('F7 a step of another day than the one before it has its day: %s, now %s', async ([locale, now, times]) => {
  const container = await shown(locale, <Course operation={overnight} now={now} />);
  expect([...container.querySelectorAll('time')].map(({ innerText }) => innerText)).toEqual(times);
});

test.for<[string, Operation, boolean, boolean]>([
  ['an exchange', sampleOperation('completed'), true, true],
  ['a transfer, for whoever sent it', sampleTransfer('completed'), true, true],
  ['a transfer, for whoever got it', sampleIncoming('completed'), false, false],
  ['the order of a card', sampleOperation('completed', { kind: 'card_order' }), false, true],
])('F7 F9 a receipt names a fee and terms where there were some: %s', async ([, operation, fee, terms]) => {
  const container = await shown(
    'en',
    <>
      <Terms operation={operation} />
      <Course operation={operation} />
    </>,
  );
  expect(container.innerText.includes('Fee')).toBe(fee);
  expect(container.innerText.includes('Terms fixed')).toBe(terms);
});
