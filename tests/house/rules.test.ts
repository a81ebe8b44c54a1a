import { describe, expect, test } from 'vitest';
import {
  busyViews,
  floatingMoney,
  htmlElsewhere,
  impureMachines,
  keepingViews,
  longMachines,
  networkOutsideTransport,
} from './rules.ts';
import { parse, parsedHouse } from './source.ts';

/** Effects that only move the focus or the scroll position, and what is heard of the language and of the line. */
const mayHaveEffects: Record<string, string> = {
  'src/i18n/words.ts': 'follows the language',
  'src/house/part.tsx': 'follows the line: a part that did not come is asked for again when it is back',
  'src/ui/focus.ts': 'moves the focus to the first error or to what has just appeared',
  'src/ui/handed-focus.ts': 'moves the focus to what took the place of what had it',
  'src/ui/dialog.tsx': 'moves the focus to the title of a window that takes the place of another one',
  'src/ui/more-button.tsx': 'knows where the rows begin that take its focus',
  'src/ui/top.ts': 'scrolls to the top where something else has come to stand on the same screen',
  'src/ui/long-list.tsx': 'puts each row where it stands in a list of which only a part is there',
  'src/ui/tail-list.tsx':
    'puts each row where it stands, and whoever reads where they stood, in a list that grows at both ends',
  'src/features/inspector/chart.tsx': 'scrolls the chart to the state that is lit',
  'src/features/frame/use-arrival.ts': 'moves the focus and the scroll position to the screen that was gone to',
  'src/features/frame/use-closing.ts': 'closes a popover of the browser when the page goes elsewhere',
};
/** State that is the view's own, gone with it, and that nobody asks about. */
const mayKeepState: Record<string, string> = {
  'src/features/inspector/entries.tsx': 'which row the focus was in last: Tab comes back to it',
  'src/features/parts/another-letter.tsx':
    'which letter was there when another was asked for: only a new one is read aloud',
};

/** Where HTML that somebody else wrote enters the page; even there no string becomes markup but by the sanitiser. */
const htmlDoor = /^src\/ui\/safe-html\//;

const money = /^(contract|machines)\/|^server\/.*(ledger|money|market|quote|terms|exchange)/;

describe('the rules by file', () => {
  test('D1 machines touch neither the browser nor the clock nor chance', () => {
    expect(
      impureMachines(parsedHouse()),
      'a machine asks for it by a port (machines/root/ports.ts) or a delay, and hears the time in an event or an answer',
    ).toEqual([]);
  });

  test('D1 a chart is read in one sitting: at most 300 lines', () => {
    expect(
      longMachines(parsedHouse()),
      'put its functions of the context into a *.context.ts beside it, its setup into a *.setup.ts, or states into a chart of their own',
    ).toEqual([]);
  });

  test('D3 views have no effects of their own', () => {
    expect(
      busyViews(parsedHouse(), mayHaveEffects),
      'let the chart do it by a port; one that only moves the focus or the scroll position says so in `mayHaveEffects`',
    ).toEqual([]);
    expect(
      keepingViews(parsedHouse(), mayKeepState),
      'keep it in the context of the chart, where a story, a path and a journal see it',
    ).toEqual([]);
  });

  test('D3 only transport speaks to the network', () => {
    expect(
      networkOutsideTransport(parsedHouse()),
      'make it a call of the contract, which a chart asks for by `calls(…)`',
    ).toEqual([]);
  });

  test('F16 HTML enters the page at one place', () => {
    expect(htmlElsewhere(parsedHouse(), htmlDoor), 'show it by SafeHtml of src/ui/safe-html').toEqual([]);
    expect(parsedHouse().some(({ imports }) => imports.some(({ from }) => from === 'dompurify'))).toBe(true);
  });

  test('F3 no float ever holds money', () => {
    expect(
      floatingMoney(parsedHouse(), money),
      'reckon by contract/money.ts; no text becomes a number in these files, also where it is no money: look it up, or keep it a text',
    ).toEqual([]);
  });
});

describe('the rules find what is planted', () => {
  test.each([
    ['D1', impureMachines, 'machines/a.ts', 'export const at = Date.now();'],
    ['D1', impureMachines, 'machines/a.ts', 'export const at = new Date();'],
    ['D1', impureMachines, 'machines/a.ts', 'export const id = () => Math.random();'],
    ['D1', impureMachines, 'machines/a.ts', 'export const go = () => setTimeout(() => {}, 1);'],
    ['D1', impureMachines, 'machines/a.ts', 'export const title = document.title;'],
    ['D1', longMachines, 'machines/a.machine.ts', '\n'.repeat(300)],
    ['D3', networkOutsideTransport, 'src/features/a/a.view.tsx', 'fetch("/api");'],
    ['D3', networkOutsideTransport, 'src/app/a.ts', 'new XMLHttpRequest();'],
  ])('%s %o in %s: %s', (_id, rule, file, code) => {
    expect(rule([parse(file, code)])).toHaveLength(1);
  });

  test.each([
    ['D3', busyViews, 'src/features/a/a.view.tsx', `import { useEffect } from 'react'; useEffect(() => {});`],
    ['D3', busyViews, 'src/ui/a.tsx', `import * as React from 'react'; React.useLayoutEffect(() => {});`],
    ['D3', keepingViews, 'src/features/a/a.view.tsx', `import { useState } from 'react'; useState(0);`],
  ])('%s %o in %s: %s', (_id, rule, file, code) => {
    expect(rule([parse(file, code)], {})).toHaveLength(1);
    expect(rule([parse(file, code)], { [file]: 'allowed' })).toEqual([]);
  });

  test.each([
    ['machines/operation/x.ts', 'Number(amount) * rate'],
    ['contract/money.ts', 'parseFloat(amount)'],
    ['server/ledger/post.ts', 'Number(amount)'],
  ])('F3 a float in %s: %s', (file, code) => {
    expect(floatingMoney([parse(file, code)], money)).toHaveLength(1);
  });

  test('D3 the worker stands between the page and the network: it may ask', () => {
    expect(networkOutsideTransport([parse('src/sw/sw.ts', 'fetch("/");')])).toEqual([]);
  });

  test.each([
    ['src/features/a/a.view.tsx', 'element.innerHTML = html;'],
    ['src/features/a/a.view.tsx', 'element.outerHTML = html;'],
    ['src/features/a/a.view.tsx', 'export const a = <div dangerouslySetInnerHTML={{ __html: html }} />;'],
    ['src/features/a/a.view.tsx', 'export const a = { dangerouslySetInnerHTML: { __html: html } };'],
    ['src/features/a/a.view.tsx', 'export const a = <iframe srcdoc={html} />;'],
    ['src/features/a/a.view.tsx', `element['innerHTML'] = html;`],
    ['src/ui/safe-html/a.ts', 'element.insertAdjacentHTML("beforeend", html);'],
    ['src/platform/a.ts', 'document.write(html);'],
    ['src/platform/a.ts', 'window.document.writeln(html);'],
    ['src/platform/a.ts', 'new DOMParser();'],
    ['src/platform/a.ts', 'range.createContextualFragment(html);'],
    ['src/platform/a.ts', 'policy.createHTML(html);'],
    ['src/platform/a.ts', 'eval(code);'],
    ['src/platform/a.ts', 'new Function(code);'],
    ['src/platform/a.ts', 'element.setHTMLUnsafe(html);'],
    ['src/features/a/a.ts', `import purify from 'dompurify';`],
    ['src/features/a/a.ts', `const purify = import('dompurify');`],
    ['machines/a.ts', 'thing.innerHTML = html;'],
  ])('F16 markup in %s: %s', (file, code) => {
    expect(htmlElsewhere([parse(file, code)], htmlDoor)).toHaveLength(1);
  });

  test('F16 the one door may know the sanitiser, and a word that only looks alike is let through', () => {
    expect(htmlElsewhere([parse('src/ui/safe-html/a.ts', `import purify from 'dompurify';`)], htmlDoor)).toEqual([]);
    const code = `store.write('write', 1); const change: Function2 = a.evaluate; element.textContent = html;`;
    expect(htmlElsewhere([parse('src/platform/a.ts', code)], htmlDoor)).toEqual([]);
  });

  test('D1 words that only look alike are let through', () => {
    const code = `const a = { fetch: 1, document: 2 }; interface B { location: string } new Date(a.at); b.fetch;`;
    expect(impureMachines([parse('machines/a.ts', code)])).toEqual([]);
  });
});
