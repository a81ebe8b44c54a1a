import { createRef, type ComponentType, type Ref } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import type { AnyActorRef } from 'xstate';
import { answered } from '../../machines/operation/operation.samples.ts';
import { start, take } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { Sheet } from '../../src/features/sign-in/sheet.tsx';
import { ErrorState } from '../../src/ui/state.tsx';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';
import { models } from '../paths/models.ts';

let world: World | undefined;
beforeEach(() => speak('en'));
afterEach(async () => {
  await cleanup();
  world?.stop();
});

/** A screen in its page, and what answers its calls. */
async function open(name: string, input: string) {
  const model = Object.values(models).find((one) => one.name === name)!;
  const opened = start(model, input);
  world = opened;
  const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
  await render(
    <Page>
      <main id="main">
        <View actor={opened.actor} />
      </main>
    </Page>,
  );
  return {
    answer: (leaf: string, how: 'done' | 'error' | 'next', outcome: string) =>
      take(model, opened, { type: 'settle', leaf, name: leaf, how, outcome }),
    /** What no sample of the model says. */
    answerWith: (leaf: string, value: unknown) =>
      opened.move(() =>
        opened
          .leaves()
          .find(({ name }) => name === leaf)!
          .end('done', value),
      ),
    say: (type: string, more: object = {}) => take(model, opened, { type: 'say', to: '', event: { type, ...more } }),
    /** Until something comes by itself. */
    wait: () => take(model, opened, { type: 'wait', ms: 0 }),
  };
}

/** The heading that has the focus, which is read because it has just got it. */
async function focusedHeading(words: string): Promise<Element | null> {
  await expect.poll(() => document.activeElement?.textContent).toBe(words);
  return document.activeElement;
}

test('F2 a heading that has the focus is read again as that of the next screen of a sign-in', async () => {
  const { answer } = await open('sign-in by link', 'a link');
  const before = await focusedHeading('Sign in by link');
  answer('auth.link_info', 'error', 'network');
  expect(await focusedHeading('The link could not be checked')).not.toBe(before);
});

test('F2 so is that of a sign-in that stands in a window', async () => {
  const sheet = (screen: string, title: string) => (
    <Sheet over screen={screen} title={title}>
      <p>words</p>
    </Sheet>
  );
  const { rerender } = await render(sheet('asking', 'Enter the code'));
  const before = await focusedHeading('Enter the code');
  await rerender(sheet('over', 'The code is spent'));
  expect(await focusedHeading('The code is spent')).not.toBe(before);
});

test('F2 so is that of the next screen of the settings', async () => {
  const { answer } = await open('change-mail', 'an account with a password');
  const before = await focusedHeading('New e-mail address');
  answer('draft.read', 'done', 'a change was begun');
  answer('user.info', 'error', 'network');
  expect(await focusedHeading('We could not check yet whether the codes still work')).not.toBe(before);
});

test('R13 a list that could not be read says so aloud, once, and without its button', async () => {
  const { answer } = await open('list', 'everything');
  answer('page', 'error', 'network');
  await expect.poll(() => document.querySelector('h2')?.textContent).toBe('The list did not load');
  const [alert, ...more] = document.querySelectorAll('[role="alert"]');
  expect(alert?.textContent).toBe(
    'The list did not loadThere is no connection to the server. Check your network and try again.',
  );
  expect(more).toEqual([]);
});

test('R13 a failure whose heading takes the focus is read from it, and by nothing else', async () => {
  const failure = (ref?: Ref<HTMLHeadingElement>) => (
    <ErrorState level={1} title="It failed" text="Why" {...(ref && { ref })} />
  );
  const { container, rerender } = await render(failure());
  expect(container.querySelectorAll('[role="alert"]')).toHaveLength(1);
  await rerender(failure(createRef()));
  expect(container.querySelectorAll('[role="alert"]')).toHaveLength(0);
});

const spoken = () =>
  [...document.querySelectorAll('[aria-live="polite"]')].map((region) => region.textContent).join('');

test('F2 whoever waits instead of solving a puzzle is told when the wait is over', async () => {
  const { answer, say, wait } = await open('puzzle', 'usual');
  answer('auth.puzzle', 'done', 'a puzzle');
  say('user.wait chosen');
  await expect.poll(() => document.querySelector('[role="timer"]')).not.toBeNull();
  const region = document.querySelector('[aria-live="polite"]');
  expect(spoken()).toBe('');
  wait();
  await expect.poll(spoken).toBe('The wait is over: you can go on.');
  expect(document.querySelector('[aria-live="polite"]')).toBe(region);
});

const button = (says: string) => document.querySelector(`[data-says="${says}"]`)?.textContent;
const alarm = () => document.querySelector('[role="alert"]')?.textContent;
const left = () => [...document.querySelectorAll('[role="timer"]')].map((timer) => timer.textContent.trim()).join(', ');

test('F2 a code that is asked for once more: the button keeps its name, and it is told that a letter is on its way and then where to', async () => {
  const { answer, say, wait } = await open('sign-in by code', 'an address');
  answer('send', 'done', 'a letter was sent');
  await expect.poll(left).toMatch('You can ask for a new code in 01:00');
  expect([button('user.resent'), spoken()]).toEqual(['Send a new code', '']);
  wait();
  await expect.poll(left).toBe('');
  expect(button('user.resent')).toBe('Send a new code');
  say('user.resent');
  await expect.poll(spoken).toBe('Asking for a code for person@example.com');
  answer('auth.send_confirmation_instructions', 'done', 'another letter was sent');
  await expect.poll(spoken).toMatch('We have sent an e-mail to person@example.com');
  wait();
  say('user.resent');
  await expect.poll(spoken).toBe('Asking for a code for person@example.com');
  answer('auth.send_confirmation_instructions', 'error', 'network');
  await expect.poll(spoken).toBe('');
});

test('F2 so with another letter for a forgotten password', async () => {
  const { answer, say, wait } = await open('forgot-password', 'whose address was typed before');
  say('user.submitted');
  answer('auth.reset', 'done', 'a letter was sent');
  await expect.poll(left).toMatch('You can ask for another e-mail in 01:00');
  expect([button('user.resent'), spoken()]).toEqual(['Send another e-mail', '']);
  wait();
  say('user.resent');
  await expect.poll(spoken).toBe('Sending the e-mail');
  expect(button('user.resent')).toBe('Send another e-mail');
  answer('auth.reset', 'done', 'a letter was sent');
  await expect.poll(spoken).toMatch('If person@example.com has an account');
});

test('F2 so with the codes of another address', async () => {
  const { answer, answerWith, say, wait } = await open('change-mail', 'an account without one');
  answer('draft.read', 'done', 'no draft');
  say('user.email typed', { value: 'new.address@example.org' });
  say('user.submitted');
  answer('user.change_mail', 'done', 'two letters were sent');
  await expect.poll(left).toMatch('New codes in 01:00');
  expect([button('user.resent'), spoken()]).toEqual(['Send new codes', '']);
  wait();
  say('user.resent');
  await expect.poll(spoken).toBe('Sending the codes');
  answerWith(
    'user.change_mail',
    answered({
      ...{ email: 'person@example.com', sent_to: 'new.address@example.org' },
      ...{ expires_at: '2026-01-15T12:12:00.000Z', again_at: '2026-01-15T12:02:00.000Z' },
    }),
  );
  await expect.poll(spoken).toMatch('new.address@example.org');
});

test('F2 a code that is refused for now is told of above the form, and not as a letter that went out', async () => {
  const { answer, say, wait } = await open('sign-in by code', 'an address');
  answer('send', 'done', 'a letter was sent');
  wait();
  say('user.resent');
  await expect.poll(spoken).toBe('Asking for a code for person@example.com');
  answer('auth.send_confirmation_instructions', 'error', 'a wait');
  await expect.poll(alarm).toMatch('Another e-mail can be asked for a little later');
  expect(spoken()).toBe('');
});

test('F2 so with the codes of another address that are refused', async () => {
  const { answer, say, wait } = await open('change-mail', 'an account without one');
  answer('draft.read', 'done', 'no draft');
  say('user.email typed', { value: 'new.address@example.org' });
  say('user.submitted');
  answer('user.change_mail', 'done', 'two letters were sent');
  wait();
  say('user.resent');
  await expect.poll(spoken).toBe('Sending the codes');
  answer('user.change_mail', 'error', 'too soon');
  await expect.poll(alarm).toMatch('Both codes from the last e-mails still work.');
  expect(spoken()).toBe('');
});

test('F10 so with the letter before a number of a card', async () => {
  const { answer, answerWith, say } = await open('card-look', 'of a card');
  say('user.number wanted');
  answer('card.ask_reveal', 'done', 'a letter was sent');
  await expect.poll(left).toMatch('It can be sent again in 00:30');
  expect([button('user.code wanted'), spoken()]).toEqual(['Send again', '']);
  answer('clock.ticks', 'next', 'half a minute passes');
  say('user.code wanted');
  await expect.poll(spoken).toBe('Sending an e-mail with a code');
  const [expires_at, again_at] = ['2026-01-15T12:11:00.000Z', '2026-01-15T12:01:30.000Z'];
  answerWith('card.ask_reveal', answered({ sent_to: 'd•••@example.com', tries_left: 5, expires_at, again_at }));
  await expect.poll(spoken).toBe('Another e-mail went to d•••@example.com.');
});

test('F7 so with the letter of a second step', async () => {
  const { answer, say } = await open('operation', 'from an address of a withdrawal');
  answer('read', 'done', 'open');
  await expect.poll(() => button('user.code wanted')).toBe('Send again');
  say('user.code wanted');
  await expect.poll(spoken).toMatch('Sending an e-mail with a code');
  answer('code', 'done', 'the letter is on its way');
  await expect.poll(spoken).toMatch('Another e-mail went to d•••@example.com.');
  expect(button('user.code wanted')).toBe('Send again');
  expect(left()).toMatch('It can be sent again in 01:00');
});
