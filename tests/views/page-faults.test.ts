import { afterEach, expect, test } from 'vitest';
import { callsTried, forbidCalls } from '../../.storybook/no-calls.ts';
import { complaints, emptyPage, hearComplaints, pageFaults } from '../../stories/page-faults.ts';
import { missingKeys } from '../../stories/words.ts';

const show = (html: string): void => {
  document.body.innerHTML = html;
};

afterEach(() => {
  show('');
  missingKeys.clear();
});

test('D5 a story that shows nothing is at fault', () => {
  show('<div hidden>nobody sees this</div>');
  expect(emptyPage()).toEqual(['nothing is on the screen']);
  show('words');
  expect([...emptyPage(), ...pageFaults()]).toEqual([]);
});

test('D5 a page that scrolls sideways names what is too wide', () => {
  show(`<div><div class="broad" style="width:${innerWidth + 40}px">words</div></div>`);
  expect(pageFaults().join()).toMatch(/px too wide for \d+: div\.broad/);
});

test('D5 a message that is missing or not filled in is a fault', () => {
  missingKeys.add('ru: no such key');
  show('<p>at least {{minimum}}</p>');
  expect(pageFaults()).toEqual(['no message ru: no such key', 'not filled in: {{minimum}}']);
});

test('D5 what the page complains of is told once', () => {
  const stop = hearComplaints();
  console.warn('a warning');
  stop();
  expect(complaints()).toEqual(['the page complains: a warning']);
  expect(complaints()).toEqual([]);
});

test('D5 no call leaves a story, and each is named', async () => {
  const allow = forbidCalls();
  await expect(fetch('/api/auth/check')).rejects.toThrow('/api/auth/check');
  expect(() => new XMLHttpRequest().open('GET', '/api/lang')).toThrow('/api/lang');
  expect(() => new WebSocket('ws://elsewhere')).toThrow('ws://elsewhere');
  expect(() => new EventSource('/news')).toThrow('/news');
  expect(() => navigator.sendBeacon('/beacon')).toThrow('/beacon');
  allow();
  expect(callsTried()).toEqual(['/api/auth/check', '/api/lang', 'ws://elsewhere', '/news', '/beacon']);
  expect((await fetch(location.href)).ok).toBe(true);
});
