import { describe, expect, test } from 'vitest';
import { failures, refused } from '../../machines/operation/operation.samples.ts';
import type { OutboxContext, OutFile, OutMessage } from '../../machines/outbox/outbox.context.ts';
import { outboxOf } from '../../machines/outbox/outbox.machine.ts';
import { nameOf } from '../../machines/outbox/outbox.samples.ts';
import { stand, type Stand } from './stand.ts';

const begun = (reporting = false): Stand =>
  stand(outboxOf('support'), { account: 'A-1001', kind: 'support', thread: 'support', reporting, about: null });
const open = (kept: object = { text: '', messages: [] }): Stand => {
  const one = begun();
  one.answer('outbox.read', kept);
  return one;
};
const context = (one: Stand) => one.snapshot().context as OutboxContext;
const effects = (one: Stand, name: string) =>
  one.world.effects.filter((effect) => effect.name === name).map(({ params }) => params);
const attach = (one: Stand, handle: string) => {
  one.say({ type: 'user.file given', value: handle });
  one.answer('file.look', { handle, kind: 'pdf', size: 10, width: 0, height: 0 });
};
const record = (one: Stand, handle: string) => {
  one.say({ type: 'user.report wanted' });
  one.answer('journal.take', { handle, size: 100, count: 12 });
};
const write = (one: Stand, text: string, name: number) => {
  one.say({ type: 'user.message typed', value: text });
  one.say({ type: 'user.submitted' });
  one.answer('message.name', { id: nameOf(name) });
};
/** Lets time pass, at most so many ms, until the message is on its way no more; how long that took. */
const untilStopped = (one: Stand, longest: number): number => {
  let passed = 0;
  while (one.waits('support.send') && passed <= longest) passed += one.wait();
  return passed;
};
const goes = (one: Stand, percent: number) => one.hear('upload.progress', { type: 'port.upload progressed', percent });
const file = (handle: string, changes: Partial<OutFile> = {}): OutFile => ({
  ...{ handle, kind: 'pdf', size: 10 },
  ...changes,
});
const waiting = (name: number, changes: Partial<OutMessage> = {}): OutMessage => ({
  ...{ id: nameOf(name), text: `message ${name}`, files: [], is: 'waiting', trouble: null },
  ...changes,
});

describe('F13 F14 what a tab that is gone left', () => {
  const left = (one: Stand, ...messages: OutMessage[]) =>
    one.hear('outbox.left', { type: 'port.messages left', messages });

  test('F13 F14 it goes from here, once, before what is written here, and under its own name', () => {
    const one = open();
    one.say({ type: 'user.message typed', value: 'second' });
    left(one, waiting(1));
    left(one, waiting(1));
    expect(one.asked('support.send').input).toMatchObject({ body: { client_id: nameOf(1), text: 'message 1' } });
    one.say({ type: 'user.submitted' });
    one.answer('message.name', { id: nameOf(2) });
    expect(context(one).messages.map(({ id }) => id)).toEqual([nameOf(1), nameOf(2)]);
    expect(context(one).text).toBe('');
  });

  test('F13 F14 one whose file went with its page is to be put right, and holds up nothing', () => {
    const one = open();
    left(one, waiting(1, { files: [file('file 9', { gone: true })] }), waiting(2));
    expect(context(one).messages).toMatchObject([{ is: 'refused', trouble: { code: 'file_gone' } }, { is: 'waiting' }]);
    expect(one.asked('support.send').input).toMatchObject({ body: { client_id: nameOf(2) } });
  });

  test('F13 F14 one that is on its way from here stays the one that goes', () => {
    const one = open();
    write(one, 'first', 3);
    left(one, waiting(1));
    one.answer('support.send', {});
    expect(context(one).messages).toMatchObject([
      { id: nameOf(1), is: 'waiting' },
      { id: nameOf(3), is: 'sent' },
    ]);
    expect(one.asked('support.send').input).toMatchObject({ body: { client_id: nameOf(1) } });
  });
});

describe('F13 F14 a line that hangs', () => {
  test('F13 F14 words without files are given up after twenty seconds, and sent again under the same name', () => {
    const one = open();
    write(one, 'first', 1);
    expect(untilStopped(one, 60_000)).toBe(20_000);
    while (!one.waits('support.send')) one.wait();
    expect(one.asked('support.send').input).toMatchObject({ body: { client_id: nameOf(1) } });
  });

  test('F13 F14 a file of which nothing more goes is stopped after half a minute, one that goes on is not', () => {
    const one = open();
    attach(one, 'file 1');
    write(one, 'Here it is.', 1);
    for (let percent = 10; percent <= 90; percent += 10) {
      // The next file is looked at for fifteen seconds.
      one.say({ type: 'user.file given', value: 'file 2' });
      expect(one.wait()).toBe(15_000);
      goes(one, percent);
    }
    expect([context(one).percent, one.waits('support.send')]).toEqual([90, true]);
    expect(untilStopped(one, 60_000)).toBe(30_000);
    expect([one.states(), context(one).tries]).toEqual([expect.arrayContaining(['open.post.resting']), 1]);
  });

  test('F13 how much has gone is asked for by the file that is first in the form that is sent', () => {
    const one = open();
    record(one, 'file 1');
    attach(one, 'file 2');
    write(one, 'Here it is.', 1);
    expect(one.asked('upload.progress').input).toEqual({ handle: 'file 2' });
    const other = open();
    record(other, 'file 1');
    write(other, 'Here it is.', 1);
    expect(other.asked('upload.progress').input).toEqual({ handle: 'file 1' });
  });

  test('F13 F14 the line is back: what hangs on the old one is sent again at once, under its name', () => {
    const one = open();
    write(one, 'first', 1);
    for (let time = 1; time <= 4; time += 1) {
      one.fail('support.send', failures.network);
      while (!one.waits('support.send')) one.wait();
    }
    one.hear('page.life', { type: 'port.online', at: 1 });
    expect([one.waits('support.send'), one.wait()]).toEqual([false, 500]);
    expect(one.asked('support.send').input).toMatchObject({ body: { client_id: nameOf(1) } });
  });
});

describe('F13 F14 a refused message', () => {
  const refuse = (one: Stand, error: unknown) => one.fail('support.send', error);

  test.each([
    ['file_gone', { name: 'PortError', code: 'file_gone', message: 'gone' }, false],
    ['message_differs', refused('message_differs', 409), false],
    ['journal_unmasked', refused('invalid', 422, { fields: { journal: 'journal_unmasked' } }), false],
    ['card_number', refused('invalid', 422, { fields: { text: 'card_number' } }), false],
    ['no_such_account', refused('not_found', 404), false],
    ['own_account', refused('own_account', 422), false],
    ['file_broken', refused('invalid', 422, { fields: { file0: 'file_broken' } }), false],
    ['file_size', refused('invalid', 422, { fields: { file1: 'file_size' } }), false],
  ])('F13 F14 %s: it is sent again only where that may help', (code, error, helps) => {
    const one = open();
    write(one, 'first', 1);
    refuse(one, error);
    expect(context(one).messages[0]).toMatchObject({ is: 'refused', trouble: { code } });
    const again = { type: 'user.message retried', value: nameOf(1) };
    expect(one.snapshot().can(again)).toBe(helps);
    one.say(again);
    expect(one.waits('support.send')).toBe(helps);
  });

  test('F13 F14 it comes back into the form with its words, its files and its reason, and is forgotten as it was', () => {
    const one = open();
    attach(one, 'file 1');
    write(one, 'first', 1);
    refuse(one, refused('message_differs', 409));
    one.say({ type: 'user.message typed', value: 'and more' });
    attach(one, 'file 2');
    one.say({ type: 'user.message taken back', value: nameOf(1) });
    const { text, files, messages, trouble } = context(one);
    expect({ text, files: files.map(({ handle }) => handle), messages, trouble }).toEqual({
      ...{ text: 'first\nand more', files: ['file 1', 'file 2'], messages: [] },
      trouble: { code: 'message_differs' },
    });
    expect(effects(one, 'keep the draft').at(-1)).toMatchObject({ value: { text: 'first\nand more' } });
    expect(effects(one, 'forget them on this device')).toEqual([
      { account: 'A-1001', thread: 'support', ids: [nameOf(1)] },
    ]);
    expect(effects(one, 'let files go').at(-1)).toEqual({ handles: [] });
    one.say({ type: 'user.submitted' });
    one.answer('message.name', { id: nameOf(2) });
    expect(one.asked('support.send').input).toMatchObject({ body: { client_id: nameOf(2), text: 'first\nand more' } });
  });

  test('F13 a file that is gone does not come back, nor a second record; what is on its way does not either', () => {
    const files = [file('file 1', { gone: true }), file('file 2'), file('file 3', { kind: 'journal' })];
    const one = open({ text: '', messages: [waiting(1, { files }), waiting(2)] });
    record(one, 'file 4');
    attach(one, 'file 5');
    one.say({ type: 'user.message taken back', value: nameOf(1) });
    expect(context(one).files.map(({ handle }) => handle)).toEqual(['file 2', 'file 4', 'file 5']);
    expect(effects(one, 'let files go').at(-1)).toEqual({ handles: ['file 1', 'file 3'] });
    one.say({ type: 'user.message taken back', value: nameOf(2) });
    expect(context(one).messages).toMatchObject([{ id: nameOf(2), is: 'waiting' }]);
  });

  test('F13 F14 of the files of a message those that could not leave do not come back with it', () => {
    const one = open();
    for (const handle of ['file 1', 'file 2']) attach(one, handle);
    write(one, 'Here they are.', 1);
    refuse(one, { name: 'PortError', code: 'file_gone', message: 'gone', handles: ['file 1'] });
    one.say({ type: 'user.message taken back', value: nameOf(1) });
    const { text, files, trouble } = context(one);
    expect([text, files.map(({ handle }) => handle), trouble]).toEqual([
      'Here they are.',
      ['file 2'],
      { code: 'file_gone' },
    ]);
  });

  test('F13 F14 one that was refused with a file goes with its page, one of words alone does not', () => {
    for (const files of [['file 1'], []]) {
      const one = open();
      for (const handle of files) attach(one, handle);
      write(one, 'first', 1);
      refuse(one, refused('message_differs', 409));
      expect(one.snapshot().hasTag('safe to reload')).toBe(files.length === 0);
    }
  });

  test('F13 F14 a form that has no room for its files takes nothing back, and says so', () => {
    const one = open();
    for (const handle of ['file 1', 'file 2', 'file 3']) attach(one, handle);
    write(one, 'first', 1);
    refuse(one, refused('message_differs', 409));
    for (const handle of ['file 4', 'file 5', 'file 6']) attach(one, handle);
    one.say({ type: 'user.message taken back', value: nameOf(1) });
    expect(context(one)).toMatchObject({
      text: '',
      trouble: { code: 'too_many_files' },
      messages: [{ id: nameOf(1) }],
    });
    one.say({ type: 'user.attachment removed', value: 'file 6' });
    one.say({ type: 'user.message taken back', value: nameOf(1) });
    expect([context(one).files.length, context(one).messages]).toEqual([5, []]);
  });
});

describe('F13 F14 what the device keeps', () => {
  test('F13 F14 other pages that do not say whether they live keep no draft back, and no message without their files', () => {
    const one = begun();
    expect(one.asked('outbox.read').input).toMatchObject({ asking: true });
    expect(one.wait()).toBe(1_000);
    expect(one.asked('outbox.read').input).toEqual({ account: 'A-1001', thread: 'support', asking: false });
    one.answer('outbox.read', { text: 'half a sentence', messages: [waiting(1)] });
    expect([context(one).text, one.asked('support.send').input]).toMatchObject([
      'half a sentence',
      { body: { client_id: nameOf(1) } },
    ]);
  });

  test('F13 F14 of several files that are chosen at once those that have room are taken in their order; the others are let go, with words', () => {
    const one = open();
    const handles = ['file 2', 'file 3', 'file 4', 'file 5', 'file 6', 'file 7'];
    one.say({ type: 'user.file given', value: 'file 1', handles });
    for (let at = 1; at <= 5; at += 1) {
      expect(one.asked('file.look').input).toEqual({ handle: `file ${at}` });
      one.answer('file.look', { handle: `file ${at}`, kind: 'pdf', size: 10, width: 0, height: 0 });
    }
    expect(context(one).files.map(({ handle }) => handle)).toEqual(['file 1', 'file 2', 'file 3', 'file 4', 'file 5']);
    expect([context(one).more, context(one).trouble?.code]).toEqual([[], 'too_many_files']);
    expect(effects(one, 'let files go')).toEqual([{ handles: ['file 6', 'file 7'] }]);
    one.say({ type: 'user.file given', value: 'file 8', handles: ['file 9'] });
    expect(one.waits('file.look')).toBe(false);
    expect(effects(one, 'let files go').at(-1)).toEqual({ handles: ['file 8', 'file 9'] });
    one.say({ type: 'user.attachment removed', value: 'file 3' });
    one.say({ type: 'user.file given', value: 'file 10', handles: [] });
    expect(one.asked('file.look').input).toEqual({ handle: 'file 10' });
  });

  test('F13 F14 one of several that will not do is let go, and the others come', () => {
    const one = open();
    one.say({ type: 'user.file given', value: 'file 1', handles: ['file 2', 'file 3'] });
    one.answer('file.look', { handle: 'file 1', kind: 'pdf', size: 10, width: 0, height: 0 });
    one.answer('file.look', { handle: 'file 2', kind: 'pdf', size: 100_000_000, width: 0, height: 0 });
    one.answer('file.look', { handle: 'file 3', kind: 'pdf', size: 10, width: 0, height: 0 });
    expect(context(one).files.map(({ handle }) => handle)).toEqual(['file 1', 'file 3']);
    expect(effects(one, 'let files go')).toEqual([{ handles: ['file 2'] }]);
  });

  test('F13 F14 the form is kept with its files: whoever comes back finds them, or is told that one went with its page', () => {
    const one = open();
    one.say({ type: 'user.message typed', value: 'Here it is.' });
    attach(one, 'file 1');
    record(one, 'file 2');
    one.say({ type: 'user.attachment removed', value: 'file 1' });
    const kept = effects(one, 'keep the draft').map((params) => {
      const { text, files } = (params as { value: { text: string; files: OutFile[] } }).value;
      return [text, ...files.map(({ handle }) => handle)];
    });
    expect(kept).toEqual([
      ['Here it is.'],
      ['Here it is.', 'file 1'],
      ['Here it is.', 'file 1', 'file 2'],
      ['Here it is.', 'file 2'],
    ]);
    const back = (...files: OutFile[]) => {
      const { text, files: found, trouble } = context(open({ text: 'Here it is.', files, messages: [] }));
      return [text, found.map(({ handle }) => handle), trouble?.code];
    };
    const wish = begun(true);
    wish.answer('outbox.read', { text: '', files: [file('file 5', { kind: 'journal' })], messages: [] });
    expect([context(wish).files, wish.waits('journal.take')]).toEqual([[], true]);
    const record2 = file('file 2', { kind: 'journal', gone: true });
    expect(back(file('file 1'))).toEqual(['Here it is.', ['file 1'], undefined]);
    expect(back(file('file 1'), file('file 3', { gone: true }))).toEqual(['Here it is.', ['file 1'], 'file_gone']);
    expect(back(file('file 4', { elsewhere: true }), record2)).toEqual(['Here it is.', [], undefined]);
  });

  test('F13 F14 a message whose file is gone is refused, one whose file another page holds is left to it', () => {
    const one = open({
      text: '',
      messages: [
        waiting(1, { files: [file('file 1'), file('file 2', { gone: true })] }),
        waiting(2, { files: [file('file 3', { elsewhere: true }), file('file 4', { gone: true })] }),
        waiting(3, { files: [file('file 5')] }),
      ],
    });
    expect(context(one).messages).toMatchObject([
      { id: nameOf(1), is: 'refused', trouble: { code: 'file_gone' } },
      { id: nameOf(3), is: 'waiting' },
    ]);
    expect(one.asked('support.send').input).toMatchObject({ body: { client_id: nameOf(3) } });
  });
});
