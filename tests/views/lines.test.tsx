import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import en from '../../contract/messages/en.json' with { type: 'json' };
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { Page } from '../../stories/frame.tsx';

afterEach(async () => {
  await cleanup();
});

/** Characters of each line, as it is broken on the screen. */
function linesOf(paragraph: Element): string[] {
  const text = paragraph.firstChild!;
  const range = document.createRange();
  const lines: string[] = [];
  let top = Number.NEGATIVE_INFINITY;
  for (const [at, letter] of [...(text.nodeValue ?? '')].entries()) {
    range.setStart(text, at);
    range.setEnd(text, at + 1);
    const { top: its } = range.getBoundingClientRect();
    if (its > top + 4) lines.push('');
    top = Math.max(top, its);
    lines[lines.length - 1] += letter;
  }
  return lines.map((line) => line.trim());
}

test.for([
  ['ru', ru],
  ['en', en],
] as const)('D3 a line of text has at most 70 characters, also where there is room: %s', async ([, catalogue]) => {
  await page.viewport(1280, 800);
  const texts = Object.values<string>(catalogue).filter((text) => text.length > 140 && !text.includes('{{'));
  expect(texts.length).toBeGreaterThan(10);
  const { container } = await render(
    <Page>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Page>,
  );
  const lines = [...container.querySelectorAll('p')].flatMap(linesOf);
  expect(lines.filter((line) => line.length > 70)).toEqual([]);
});
