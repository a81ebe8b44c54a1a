import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import type { AnyActorRef } from 'xstate';
import paymentsModel from '../../machines/residents/payments/payments.model.ts';
import { start, take } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { models } from '../paths/models.ts';

let world: World | undefined;
beforeEach(async () => {
  await page.viewport(1280, 800);
  await speak('en');
});
afterEach(async () => {
  await cleanup();
  world?.stop();
});

/** What stands beside a screen that has a heading. */
const residents = ['toasts', 'payments', 'menus', 'hints'];

/** A screen in its page, and what answers its calls. */
async function open(name: string, input: string) {
  const model = Object.values(models).find((one) => one.name === name)!;
  const opened = start(model, input);
  world = opened;
  const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
  await render(
    <Page>
      <main id="main">
        {residents.includes(name) && <h1 tabIndex={-1}>A page</h1>}
        <View actor={opened.actor} />
      </main>
    </Page>,
  );
  return {
    answer: (leaf: string, how: 'done' | 'error' | 'next', outcome: string, name = leaf) =>
      take(model, opened, { type: 'settle', leaf, name, how, outcome }),
    say: (type: string, more: object = {}) => take(model, opened, { type: 'say', to: '', event: { type, ...more } }),
    wait: (ms: number) => take(model, opened, { type: 'wait', ms }),
  };
}
const control = (says: string) => document.querySelector<HTMLElement>(`[data-says="${says}"]`);
const focused = () => [document.activeElement?.localName, document.activeElement?.textContent];

/** By the key, where the focus is. */
async function press(says: string, key = '{Enter}'): Promise<void> {
  await expect.poll(() => control(says)).not.toBeNull();
  control(says)!.focus();
  await userEvent.keyboard(key);
}

test('F6 a screen that is asked for again: its heading takes the focus of the button that went', async () => {
  const { answer } = await open('cards', 'cards on offer');
  answer('card.offers', 'error', 'network');
  await press('user.retried');
  await expect.poll(focused).toEqual(['h1', 'Order a card']);
});

test('F6 a part of a screen that is asked for again, or of which something is done again: its own heading takes it', async () => {
  const { answer, say } = await open('mailing', 'at the start');
  answer('config.mailing', 'error', 'network');
  await press('user.letters wanted');
  await expect.poll(focused).toEqual(['h2', 'E-mails']);
  answer('config.mailing', 'done', 'the letters');
  await expect.poll(() => control('user.letters chosen')).not.toBeNull();
  control('user.letters chosen')!.focus();
  say('user.letters chosen', { field: 'operations', value: false });
  answer('config.save_mailing', 'error', 'network');
  answer('config.mailing', 'error', 'network');
  await expect.poll(() => control('user.letters wanted')?.textContent).toBe('Save again');
  expect(document.activeElement).toBe(control('user.letters chosen'));
  await press('user.letters wanted');
  await expect.poll(focused).toEqual(['h2', 'E-mails']);
});

test('F6 limits of which nobody knows, asked about again: the heading of the limits takes it', async () => {
  const { answer, say } = await open('card-limits', 'of a card');
  say('user.limits saved');
  answer('card.limits', 'error', 'network');
  answer('card.details', 'error', 'network');
  await press('user.limits asked again');
  await expect.poll(focused).toEqual(['h2', 'Limits']);
});

test('F6 a button that has to wait after its press keeps the focus', async () => {
  const { answer } = await open('card-look', 'of a card');
  await press('user.number wanted');
  answer('card.ask_reveal', 'done', 'a letter was sent');
  answer('clock.ticks', 'next', 'half a minute passes');
  await expect.poll(() => control('user.code wanted')?.ariaDisabled).toBe(null);
  await press('user.code wanted');
  answer('card.ask_reveal', 'done', 'a letter was sent');
  await expect
    .poll(() => control('user.code wanted')?.matches(':is(:disabled, [aria-disabled="true"]):not([aria-busy])'))
    .toBe(true);
  await new Promise((done) => setTimeout(done, 400));
  expect(document.activeElement).toBe(control('user.code wanted'));
});

test('F6 the piece of a puzzle that is sent by Enter keeps the focus, and its place', async () => {
  const { answer } = await open('puzzle', 'usual');
  answer('auth.puzzle', 'done', 'a puzzle');
  await expect.poll(() => control('user.piece moved')).not.toBeNull();
  const slider = control('user.piece moved') as HTMLInputElement;
  slider.focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await expect.poll(() => control('user.submitted')?.ariaBusy).toBe('true');
  await userEvent.keyboard('{ArrowRight}');
  await new Promise((done) => setTimeout(done, 400));
  expect([document.activeElement, slider.value]).toEqual([slider, '1']);
});

test('F6 a message that is put away gives its focus to the heading of the page', async () => {
  const { say } = await open('toasts', 'at the start');
  say('flow.toast wanted', { msg: 'copied-toast', variant: 'success', delay: 2_000 });
  await press('user.toast closed');
  await expect.poll(focused).toEqual(['h1', 'A page']);
});

test('F6 a payment that is put away gives its focus to the heading of the page', async () => {
  const { say, answer } = await open('payments', 'at the start');
  say('house.signed in', { account: 'A-1001', again: false, need_set_password: false, seq: 1 });
  const [notifications] = paymentsModel.events['signal.notifications'] as object[];
  say('signal.notifications', notifications);
  answer('popup.chance', 'done', Object.keys(paymentsModel.outcomes['popup.chance']!.done!)[0]!);
  await press('user.popup closed');
  await expect.poll(focused).toEqual(['h1', 'A page']);
});

test('F6 a menu that is asked for once more has the focus of the button that went', async () => {
  const { answer } = await open('menus', 'russian');
  answer('content.menu', 'error', 'network');
  await press('user.retried');
  answer('content.menu', 'done', 'menus');
  await expect.poll(() => control('user.retried')).toBeNull();
  await expect.poll(() => document.activeElement?.localName).toBe('nav');
});

test('S8 of a hint that is put away its button stays for the next one, whose words are added where a screen reader hears them', async () => {
  const { answer, say } = await open('hints', 'all of them');
  say('house.signed in', { account: 'A-1001', again: false, need_set_password: false, seq: 1 });
  answer('hint.anchors', 'next', 'the first page');
  await expect.poll(() => document.querySelector('section p')).not.toBeNull();
  const words = document.querySelector('section p')!.parentElement;
  await press('user.hint hidden');
  await expect.poll(() => document.querySelector('section')?.innerText).toContain('2 of 14');
  expect([document.activeElement, words?.isConnected]).toEqual([control('user.hint hidden'), false]);
});

test('F6 a language that is asked for once more: the languages have the focus of the button that went', async () => {
  const { answer, say } = await open('locale', 'russian');
  say('user.language chosen', { value: 'en' });
  answer('lang.set', 'done', 'kept');
  answer('language.load', 'error', 'not loaded');
  await press('user.retried');
  await expect.poll(() => document.activeElement?.role).toBe('group');
});

test('F6 a permission that is refused has the focus of the box that asked for it', async () => {
  const { answer } = await open('alerts', 'they were not wanted');
  answer('alerts.look', 'done', 'not asked yet');
  await press('user.alerts wanted', ' ');
  answer('alerts.ask', 'error', 'not granted');
  await expect.poll(() => document.activeElement?.contains(control('user.retried'))).toBe(true);
  expect(document.activeElement?.localName).toBe('div');
});

test('F6 a file of which there were too many: its heading has the focus of the button, and keeps it', async () => {
  const { answer } = await open('export', 'at the start');
  await press('user.export wanted');
  answer('file', 'error', 'a wait', 'user.export');
  await expect.poll(focused).toEqual(['h2', 'Your data']);
});

test('F11 a table of which there were too many: its place has the focus while it is counted down, and after', async () => {
  const { answer, wait } = await open('history', 'everything');
  answer('history.currencies', 'done', 'three currencies');
  answer('list/page', 'done', 'the last page', 'exchange.history');
  document.querySelector('details')!.open = true;
  await press('user.export wanted');
  answer('export/file', 'error', 'a wait', 'history.file');
  await expect.poll(() => document.activeElement?.querySelector(':scope > [role="timer"]')).not.toBeNull();
  wait(30_000);
  await expect
    .poll(() => document.activeElement?.firstElementChild?.getAttribute('data-says'))
    .toBe('user.export wanted');
});

test('F11 a filter that finds nothing offers to clear it: the heading has the focus of the button that went', async () => {
  const { answer, say } = await open('history', 'what is completed');
  answer('list/page', 'done', 'an empty page', 'exchange.history');
  const clear = () => document.querySelector<HTMLElement>('main [data-says="user.filter cleared"]:not(details *)');
  await expect.poll(clear).not.toBeNull();
  clear()!.focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(focused).toEqual(['h1', 'Exchange history']);
  // Dates that contradict each other offer it as well; nothing at all has nothing to clear.
  say('user.from chosen', { value: '2026-01-31' });
  say('user.to chosen', { value: '2026-01-10' });
  await expect.poll(clear).not.toBeNull();
  say('user.filter cleared');
  answer('list/page', 'done', 'an empty page', 'exchange.history');
  await expect.poll(() => document.querySelector('main a[href="/exchanges"]')).not.toBeNull();
  expect(clear()).toBeNull();
});

/** Of a rate or a quote that is old: what asks for it anew goes with its press, and the page stays where it stood. */
async function renewed(): Promise<void> {
  await page.viewport(1280, 400);
  await expect.poll(() => control('user.retried')).not.toBeNull();
  window.scrollTo(0, 90);
  control('user.retried')!.focus({ preventScroll: true });
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => control('user.retried')).toBeNull();
  await new Promise((done) => setTimeout(done, 100));
  expect(window.scrollY).toBe(90);
}

const fresh = 'The rate is refreshed every 10 seconds. You see the exact amounts before you confirm.';

test('F7 the quote of the home page, asked for anew: what it comes to has the focus', async () => {
  const { answer, wait } = await open('landing', 'a visitor');
  answer('exchange.list', 'done', 'three pairs');
  wait(400);
  answer('exchange.landing', 'error', 'network');
  await renewed();
  expect(document.activeElement?.firstElementChild?.localName).toBe('dl');
});

test('F6 the rate of an exchange, asked for anew: the line that says how old it is has the focus', async () => {
  const { answer } = await open('exchange form', 'back from the review');
  answer('exchange.form', 'error', 'network');
  await renewed();
  expect(focused()).toEqual(['p', fresh]);
});

test('F10 the rates of all wallets, asked for anew: what they come to has the focus', async () => {
  const { answer, wait } = await open('exchange all form', 'back from the review');
  wait(10_000);
  answer('exchange_all.currency_form', 'error', 'network');
  await renewed();
  expect(document.activeElement?.firstElementChild?.textContent).toBe('It comes to');
});

test('F9 the terms of a payment, asked for anew: the line that says how old they are has the focus', async () => {
  const { wait } = await open('described form', 'with a rate that moves');
  wait(10_000);
  await renewed();
  expect(focused()).toEqual(['p', fresh]);
});

/** The last page of a list is asked for by key, and comes: what has the focus then, and where it stands among the new rows. */
async function wentOn(says: string, come: () => void): Promise<[string, number]> {
  await page.viewport(1280, 400);
  await expect.poll(() => control(says)).not.toBeNull();
  control(says)!.focus();
  await userEvent.keyboard('{Enter}');
  const stood = window.scrollY;
  const counts = new Map([...document.querySelectorAll('#main ul')].map((list) => [list, list.children.length]));
  come();
  await expect.poll(() => control(says)).toBeNull();
  await new Promise((done) => setTimeout(done, 100));
  expect(window.scrollY).toBe(stood);
  const at = document.activeElement!;
  const list = at.closest('ul')!;
  return [at.localName, [...(list?.children ?? [])].indexOf(at.closest('li')!) - (counts.get(list) ?? 0)];
}

test('F11 the last operations of a list: reading goes on at the first of them', async () => {
  const { answer } = await open('list', 'everything');
  answer('page', 'done', 'a page with more behind it');
  expect(await wentOn('user.more asked', () => answer('page', 'done', 'the last page'))).toEqual(['a', 0]);
});

test('F12 the last people who were invited: reading goes on at the first of them', async () => {
  const { answer } = await open('people', 'at the start');
  answer('referral.list', 'done', 'a page with more behind it');
  const come = () => answer('referral.page', 'done', 'the last page');
  expect(await wentOn('user.more asked', come)).toEqual(['li', 0]);
});

test('F14 the last chats: reading goes on at the first of them', async () => {
  const { answer } = await open('chat-list', 'in the menu');
  const chats = 'a page, and the one behind it';
  answer('chat.list', 'done', chats);
  expect(await wentOn('user.older wanted', () => answer('older', 'done', chats, 'chat.list'))).toEqual(['a', 0]);
});

test('F10 the last payments of a card: reading goes on at the first of them', async () => {
  const { answer } = await open('card', 'by its address');
  answer('card.details', 'done', 'it can be used');
  answer('list/page', 'done', 'payments with more behind them', 'card.operations');
  const come = () => answer('list/page', 'done', 'the last payments', 'card.operations');
  expect(await wentOn('user.more asked', come)).toEqual(['li', 0]);
});

test('F13 the last of what was told: reading goes on at the first of it', async () => {
  const { answer } = await open('inbox', 'over a page');
  answer('list/page', 'done', 'some, and more behind them', 'notify.list');
  const come = () => answer('list/page', 'done', 'the last of them', 'notify.list');
  expect(await wentOn('user.more asked', come)).toEqual(['li', 0]);
});

/** The control that has the focus, or what has it else. */
const saying = () => document.activeElement?.getAttribute('data-says') ?? document.activeElement?.localName;

test('F6 terms that changed under a confirm: their heading has the focus of the button, which waits a moment', async () => {
  const { answer } = await open('operation', 'from a form');
  answer('check', 'done', 'accepted');
  await press('user.confirmed');
  answer('submit', 'error', 'terms changed');
  await expect.poll(focused).toEqual(['h1', 'The terms have changed']);
});

test('F11 what goes on, asked about again: the tray has the focus of the button that went', async () => {
  const { say, answer, wait } = await open('progress', 'at the start');
  say('house.signed in', { account: 'A-1001', again: false, need_set_password: false, seq: 1 });
  wait(0);
  answer('operation.in_progress', 'error', 'network');
  await press('user.retried');
  await expect.poll(() => document.activeElement?.textContent).toBe('Nothing is in progress at the moment.');
  expect(saying()).toBe('div');
});

test('F9 orders of which nobody knows, asked about again: the last that is before them has the focus', async () => {
  const { answer } = await open('methods', 'for a deposit');
  answer('operation.in_progress', 'error', 'network');
  answer('methods', 'done', 'the methods');
  await expect.poll(() => document.querySelectorAll('[data-says="user.method chosen"]').length).toBeGreaterThan(0);
  await press('user.orders asked');
  await expect.poll(saying).toBe('a');
  expect(document.activeElement?.closest('ul')?.querySelector('[data-says="user.method chosen"]')).not.toBeNull();
});

test('F7 a cancel that came too late says how the order had ended, and why', async () => {
  const { answer, say } = await open('methods', 'for a deposit');
  answer('operation.in_progress', 'done', 'one is unpaid');
  answer('methods', 'done', 'the methods');
  await press('user.order cancelled');
  say('user.cancel agreed');
  answer('operation.cancel', 'done', 'it was paid before, and not confirmed');
  answer('operation.in_progress', 'done', 'none is unpaid');
  const told = () => document.querySelector<HTMLElement>('[role="alert"]')?.innerText;
  await expect.poll(told).toContain('The deposit failed; nothing came into your wallet');
  expect(told()).toContain('Do not pay again; write to support.');
});

test('F7 an order that goes from under the question whether to cancel it: the heading has its focus, and what became of it is told', async () => {
  const { answer } = await open('methods', 'for a deposit');
  answer('operation.in_progress', 'done', 'one is unpaid');
  answer('methods', 'done', 'the methods');
  await press('user.order cancelled');
  await expect.poll(saying).toBe('li');
  answer('page.life', 'next', 'the page is seen');
  answer('operation.in_progress', 'done', 'none is unpaid');
  await expect.poll(saying).toBe('h1');
  expect(document.querySelector<HTMLElement>('[role="alert"]')?.innerText).toContain('no longer waits to be paid');
});

test('F9 methods of one currency that are chosen among all: the heading has the focus of the choice while they come', async () => {
  const { answer } = await open('methods', 'for a purchase of bitcoin');
  answer('methods', 'done', 'the methods');
  await expect.poll(() => control('user.currency chosen')).not.toBeNull();
  const choice = control('user.currency chosen') as HTMLSelectElement;
  choice.focus();
  await userEvent.selectOptions(choice, '');
  await expect.poll(saying).toBe('h1');
});

test('F14 a report that is taken: its button keeps the focus, though it can be taken no more', async () => {
  const { answer } = await open('outbox', 'for support');
  answer('outbox.read', 'done', 'nothing was kept');
  await press('user.report wanted');
  answer('journal.take', 'done', 'what happened here');
  await expect.poll(() => control('user.attachment removed')).not.toBeNull();
  await new Promise((done) => setTimeout(done, 100));
  expect([saying(), control('user.report wanted')?.ariaDisabled]).toEqual(['user.report wanted', 'true']);
});

test('F14 a message that is sent again has the focus of its button; of all that wait, where one writes', async () => {
  const { answer } = await open('outbox', 'for support');
  answer('outbox.read', 'done', 'a message was not sent yet');
  answer('post', 'error', 'nobody is signed in', 'support.send');
  await press('user.retried');
  await expect.poll(saying).toBe('user.message typed');
  answer('post', 'error', 'its form broke on the way', 'support.send');
  await press('user.message retried');
  await expect.poll(saying).toBe('li');
});

test('C4 what goes with its press in the inspector passes its focus on', async () => {
  const { answer } = await open('inspector', 'beside a page');
  answer('journal.open', 'done', 'whole');
  answer('journal.news', 'next', 'what is kept');
  await press('user.drop wanted');
  await expect.poll(() => document.activeElement?.contains(control('user.drop put off'))).toBe(true);
  expect(saying()).toBe('div');
  await press('user.drop put off');
  await expect.poll(() => document.activeElement?.contains(control('user.drop wanted'))).toBe(true);
  expect(saying()).toBe('div');
});
