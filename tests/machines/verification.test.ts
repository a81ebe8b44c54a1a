import { describe, expect, test } from 'vitest';
import { added } from '../../contract/limits.ts';
import type { StoredFile } from '../../contract/verification.ts';
import { reviewOf } from '../../machines/flows/document/document.context.ts';
import { documentMachine } from '../../machines/flows/document/document.machine.ts';
import { verificationMachine } from '../../machines/flows/verification/verification.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { maskEntry } from '../../contract/journal/mask.ts';
import { answered, at, failures, now, refused } from '../../machines/operation/operation.samples.ts';
import { turned, type FileFacts, type UploadContext } from '../../machines/upload/upload.context.ts';
import { uploadMachine } from '../../machines/upload/upload.machine.ts';
import {
  acceptedFile,
  kept,
  otherFile,
  sampleDocument,
  storedFile,
  turnedDown,
} from '../../machines/upload/upload.samples.ts';
import { stand, type Stand } from './stand.ts';

/** So many seconds from now. */
const moment = (seconds: number) => new Date(at + seconds * 1_000).toISOString();
const photo: FileFacts = { handle: 'file 1', kind: 'jpeg', size: 2_400_000, width: 3_000, height: 2_000 };
const given = { type: 'user.file given', field: 'main', value: 'file 1' };
const port = (code: string) => ({ name: 'PortError', code, message: code });
const upload = (stored: StoredFile | null = null) => stand(uploadMachine, { paper: 'passport', side: 'main', stored });
const chosen = (stored: StoredFile | null = null, facts: Partial<FileFacts> = {}): Stand => {
  const one = upload(stored);
  one.say(given);
  one.answer('file.look', { ...photo, ...facts });
  return one;
};
const contextOf = (one: Stand, at = '') => one.snapshot(at).context as UploadContext;
const said = (one: Stand, at = '') => [one.states(at), contextOf(one, at).trouble?.code];

describe('one side of a document', () => {
  test('F11 a camera that is denied, not there, or in use elsewhere leaves the way by a file', () => {
    for (const code of ['camera_busy', 'camera_denied', 'camera_missing']) {
      const one = upload();
      one.say({ type: 'user.camera wanted', field: 'main' });
      expect(one.snapshot().can(given as never)).toBe(true);
      one.fail('camera.open', port(code));
      expect([said(one), one.snapshot().can(given as never)]).toEqual([[['empty'], code], true]);
    }
    const unanswered = upload();
    unanswered.say({ type: 'user.camera wanted', field: 'main' });
    expect(unanswered.wait()).toBe(60_000);
    expect(said(unanswered)).toEqual([['empty'], 'camera_denied']);
  });

  test('F11 a shot is looked at like a file, and the camera goes off', () => {
    const one = upload();
    one.say({ type: 'user.camera wanted', field: 'main' });
    one.answer('camera.open', null);
    one.say({ type: 'user.shot taken', field: 'main' });
    expect(one.waits('camera.life')).toBe(true);
    one.answer('camera.take', { handle: 'file 2' });
    expect(one.asked('file.look').input).toEqual({ handle: 'file 2' });
    expect(one.waits('camera.life')).toBe(false);
    one.answer('file.look', { ...photo, handle: 'file 2' });
    expect(one.states()).toEqual(['ready']);
  });

  test('F11 the camera goes to the side that opens it last: the other one stands as before', () => {
    const one = chosen(storedFile);
    one.say({ type: 'user.camera wanted', field: 'main' });
    one.answer('camera.open', null);
    one.hear('camera.life', { type: 'port.camera elsewhere' });
    expect([said(one), contextOf(one).file]).toEqual([[['ready'], undefined], photo]);
  });

  test.each([
    [
      'it is taken away while it is on',
      'camera_lost',
      (one: Stand) => one.hear('camera.life', { type: 'port.camera lost' }),
    ],
    [
      'it is taken away as the photo is taken',
      'camera_lost',
      (one: Stand) => {
        one.say({ type: 'user.shot taken', field: 'main' });
        one.hear('camera.life', { type: 'port.camera lost' });
      },
    ],
    [
      'it gives no picture',
      'camera_failed',
      (one: Stand) => {
        one.say({ type: 'user.shot taken', field: 'main' });
        one.fail('camera.take', port('camera_failed'));
      },
    ],
    [
      'it gives none in time',
      'camera_failed',
      (one: Stand) => {
        one.say({ type: 'user.shot taken', field: 'main' });
        one.wait();
      },
    ],
  ] as const)('F11 the camera fails: %s', (_, code, fails) => {
    const one = chosen(storedFile);
    one.say({ type: 'user.camera wanted', field: 'main' });
    one.answer('camera.open', null);
    fails(one);
    expect([said(one), contextOf(one).file]).toEqual([[['ready'], code], photo]);
  });

  test('F11 a look that takes too long has asked no server, and what was chosen can be looked at again', () => {
    const one = upload();
    one.say(given);
    one.wait();
    expect(said(one)).toEqual([['not looked at'], 'file_slow']);
    one.say({ type: 'port.online', at: 1 });
    expect(one.waits('file.look')).toBe(false);
    one.say({ type: 'user.look wanted', field: 'main' });
    expect(one.asked('file.look').input).toEqual({ handle: 'file 1' });
  });

  test.each([
    [{ kind: 'other' }, 'file_type'],
    [{ kind: 'other', size: 0 }, 'file_empty'],
    [{ size: added.fileBytes + 1 }, 'file_size'],
    [{ kind: 'pdf', size: added.fileBytes + 1 }, 'file_size'],
    [{ kind: 'heic' }, 'heic_unreadable'],
    [{ width: 0, height: 0 }, 'file_broken'],
    [{ width: 299 }, 'picture_small'],
    [{ width: 9_000, height: 9_000 }, 'picture_large'],
    [{ width: 17_000, height: 300 }, 'picture_large'],
  ] as const)('F11 %j is told at once, and nothing is sent', (facts, code) => {
    const one = chosen(null, facts);
    expect([said(one), one.waits('verification.upload')]).toEqual([[['empty'], code], false]);
  });

  test('F11 a file in hand stays until another will do; a stored one is not lost by a bad choice', () => {
    const one = chosen();
    one.say(given);
    one.answer('file.look', { ...photo, kind: 'other' });
    expect([said(one), contextOf(one).file]).toEqual([[['ready'], 'file_type'], photo]);
    const stored = chosen(storedFile, { kind: 'other' });
    expect(said(stored)).toEqual([['stored'], 'file_type']);
  });

  test('F11 a file is not called damaged where what looks at it has not come: it waits here for another look', () => {
    const unlooked = (stored: StoredFile | null = null): Stand => {
      const one = upload(stored);
      one.say(given);
      one.fail('file.look', port('network'));
      return one;
    };
    const gone = (one: Stand) =>
      one.world.effects.filter(({ name }) => name === 'let the file go').map(({ params }) => params);
    const one = unlooked();
    expect([said(one), gone(one)]).toEqual([[['not looked at'], 'network'], []]);
    for (const again of [
      { type: 'user.look wanted', field: 'main' },
      { type: 'port.online', at: 1 },
    ]) {
      one.say(again);
      expect([one.asked('file.look').input, contextOf(one).trouble]).toEqual([{ handle: 'file 1' }, null]);
      one.fail('file.look', port('network'));
    }
    one.say({ type: 'user.look wanted', field: 'main' });
    one.answer('file.look', photo);
    expect([said(one), contextOf(one).file]).toEqual([[['ready'], undefined], photo]);

    const removed = unlooked(storedFile);
    removed.say({ type: 'user.file removed', value: 'main' });
    expect([said(removed), gone(removed)]).toEqual([[['stored'], undefined], [{ handle: 'file 1' }]]);
    const another = unlooked();
    another.say({ ...given, value: 'file 2' });
    expect([another.asked('file.look').input, gone(another)]).toEqual([{ handle: 'file 2' }, [{ handle: 'file 1' }]]);

    const camera = upload();
    camera.say({ type: 'user.camera wanted', field: 'main' });
    camera.fail('camera.open', port('network'));
    expect(said(camera)).toEqual([['empty'], 'network']);
  });

  const wanted = { type: 'user.camera wanted', field: 'main' };
  const isGoneOf = (one: Stand) =>
    one.world.effects
      .filter(({ name }) => name === 'let the file go')
      .flatMap(({ params }) => (params as { handle: string }).handle || []);
  const unlookedIn = (one: Stand, handle: string): Stand => {
    one.say({ ...given, value: handle });
    one.fail('file.look', port('network'));
    one.say(wanted);
    return one;
  };

  test.each<[string, string | undefined, (one: Stand) => void]>([
    ['it is closed', undefined, (one) => one.say({ type: 'user.camera closed', field: 'main' })],
    ['it is denied', 'camera_denied', (one) => one.fail('camera.open', port('camera_denied'))],
    ['what opens it has not come', 'network', (one) => one.fail('camera.open', port('network'))],
    ['nobody allows it', 'camera_denied', (one) => one.wait()],
    ['the other side has it', undefined, (one) => one.hear('camera.life', { type: 'port.camera elsewhere' })],
    ['it is taken away', 'camera_lost', (one) => one.hear('camera.life', { type: 'port.camera lost' })],
    [
      'it gives no picture',
      'camera_failed',
      (one) => {
        one.answer('camera.open', null);
        one.say({ type: 'user.shot taken', field: 'main' });
        one.fail('camera.take', port('camera_failed'));
      },
    ],
  ])('F11 a file that nobody has looked at is there behind a camera that gave nothing: %s', (_, code, leaves) => {
    for (const [one, handle, file] of [
      [upload(), 'file 1', null],
      [chosen(storedFile), 'file 2', photo],
    ] as const) {
      unlookedIn(one, handle);
      leaves(one);
      expect([said(one), contextOf(one).file, isGoneOf(one)]).toEqual([[['not looked at'], code], file, []]);
      one.say({ type: 'user.look wanted', field: 'main' });
      expect(one.asked('file.look').input).toEqual({ handle });
      one.answer('file.look', { ...photo, handle });
      one.say(wanted);
      one.say({ type: 'user.camera closed', field: 'main' });
      expect([one.states(), contextOf(one).file?.handle]).toEqual([['ready'], handle]);
    }
  });

  test('F11 what the camera or the device gives takes the place of a file that nobody has looked at', () => {
    const shot = unlookedIn(upload(), 'file 1');
    shot.answer('camera.open', null);
    shot.say({ type: 'user.shot taken', field: 'main' });
    shot.answer('camera.take', { handle: 'file 2' });
    expect([shot.asked('file.look').input, isGoneOf(shot)]).toEqual([{ handle: 'file 2' }, ['file 1']]);
    shot.answer('file.look', { ...photo, handle: 'file 2', kind: 'other' });
    expect([said(shot), isGoneOf(shot)]).toEqual([
      [['empty'], 'file_type'],
      ['file 1', 'file 2'],
    ]);
    const another = unlookedIn(upload(), 'file 1');
    another.say({ ...given, value: 'file 3' });
    expect([another.asked('file.look').input, isGoneOf(another)]).toEqual([{ handle: 'file 3' }, ['file 1']]);
    another.fail('file.look', port('network'));
    another.say({ type: 'user.file removed', value: 'main' });
    expect([said(another), isGoneOf(another)]).toEqual([
      [['empty'], undefined],
      ['file 1', 'file 3'],
    ]);
    another.say(wanted);
    another.say({ type: 'user.camera closed', field: 'main' });
    expect(another.states()).toEqual(['empty']);
  });

  test.each<[string, StoredFile | null]>([
    ['empty', null],
    ['turned down', turnedDown],
    ['stored', storedFile],
  ])('F11 that there is no connection is not said any more once it is back: %s', (state, stored) => {
    const one = upload(stored);
    one.say(wanted);
    one.fail('camera.open', port('network'));
    expect(said(one)).toEqual([[state], 'network']);
    one.say({ type: 'port.online', at: 1 });
    expect(said(one)).toEqual([[state], undefined]);
    one.say(wanted);
    one.fail('camera.open', port('camera_denied'));
    one.say({ type: 'port.online', at: 2 });
    expect(said(one)).toEqual([[state], 'camera_denied']);
  });

  test('F11 that there is no connection is not said any more over a file in hand once it is back', () => {
    const one = chosen();
    one.say(wanted);
    one.fail('camera.open', port('network'));
    expect(said(one)).toEqual([['ready'], 'network']);
    one.say({ type: 'port.online', at: 1 });
    expect([said(one), contextOf(one).file]).toEqual([[['ready'], undefined], photo]);
  });

  test('F11 it is turned by quarters, and sent by its handle alone', () => {
    const one = chosen();
    for (const value of ['right', 'right', 'left', 'right']) one.say({ type: 'user.turned', field: 'main', value });
    one.say({ type: 'user.sent', field: 'main' });
    expect(one.asked('verification.upload').input).toEqual({
      params: { id: 'passport' },
      body: { file0: { handle: 'file 1' }, side0: 'main', turn0: '180' },
    });
    expect([turned('0', 'left'), turned('270', 'right')]).toEqual(['270', '0']);
    const scan = chosen(null, { kind: 'pdf', width: 0, height: 0 });
    expect(scan.snapshot().can({ type: 'user.turned', field: 'main', value: 'right' })).toBe(false);
  });

  test('F11 the line is lost at 50 %: the file is still in hand, and one press sends it once more', () => {
    const one = chosen();
    one.say({ type: 'user.sent', field: 'main' });
    one.hear('upload.progress', { type: 'port.upload progressed', percent: 50 });
    expect(contextOf(one).percent).toBe(50);
    one.fail('verification.upload', failures.network);
    one.answer('verification.new', kept([]));
    expect([said(one), contextOf(one).file]).toEqual([[['failed'], 'network'], photo]);
    one.say({ type: 'user.sent', field: 'main' });
    expect(contextOf(one)).toMatchObject({ percent: 0, trouble: null });
    one.answer('verification.upload', kept([storedFile]));
    expect(one.states()).toEqual(['stored']);
  });

  const back = (at = 1) => ({ type: 'port.online', at });
  const lost = (): Stand => {
    const one = chosen();
    one.say({ type: 'user.sent', field: 'main' });
    one.fail('verification.upload', failures.network);
    return one;
  };

  test('F11 the line is lost and comes back: it is looked what is there, and what was being sent goes once more', () => {
    const one = lost();
    one.fail('verification.new', failures.network);
    expect(said(one)).toEqual([['failed'], 'network']);
    one.say(back());
    expect([one.states(), one.waits('verification.upload')]).toEqual([['finding out.on a new line'], false]);
    one.answer('verification.new', kept([]));
    expect(one.states()).toEqual(['sending.going']);
    one.fail('verification.upload', refused('forbidden', 403));
    one.say(back(2));
    expect(said(one)).toEqual([['failed'], 'forbidden']);
  });

  test('F11 a line that comes back while it is looked for, or while nothing moves, sends it once more, and once alone', () => {
    const looking = lost();
    looking.say(back());
    looking.answer('verification.new', kept([]));
    expect(looking.states()).toEqual(['sending.going']);
    const stalled = chosen();
    stalled.say({ type: 'user.sent', field: 'main' });
    stalled.say(back());
    expect(stalled.waits('verification.upload')).toBe(false);
    stalled.answer('verification.new', kept([]));
    expect(stalled.states()).toEqual(['sending.going']);
    stalled.fail('verification.upload', failures.network);
    stalled.answer('verification.new', kept([]));
    expect(said(stalled)).toEqual([['failed'], 'network']);
  });

  test('F11 what they stopped does not go by itself, nor over a file that came from elsewhere, nor twice', () => {
    const stopped = chosen();
    stopped.say({ type: 'user.sent', field: 'main' });
    stopped.say({ type: 'user.sending stopped', field: 'main' });
    stopped.fail('verification.new', failures.network);
    stopped.say(back());
    stopped.answer('verification.new', kept([]));
    expect([stopped.states(), contextOf(stopped).file]).toEqual([['ready'], photo]);

    const elsewhere = lost();
    elsewhere.fail('verification.new', failures.network);
    elsewhere.say({ type: 'document.changed', stored: storedFile });
    elsewhere.say(back());
    elsewhere.answer('verification.new', kept([storedFile]));
    expect([said(elsewhere), contextOf(elsewhere).file]).toEqual([[['failed'], 'network'], photo]);

    const arrived = lost();
    arrived.fail('verification.new', failures.network);
    arrived.say(back());
    arrived.answer('verification.new', kept([storedFile]));
    expect([arrived.states(), contextOf(arrived).file]).toEqual([['stored'], null]);
  });

  test('F11 what they stopped does not go behind a sign-in either', () => {
    const stopped = chosen();
    stopped.say({ type: 'user.sent', field: 'main' });
    stopped.say({ type: 'user.sending stopped', field: 'main' });
    stopped.fail('verification.new', refused('no_session', 401));
    expect(said(stopped)).toEqual([['failed'], 'no_session']);
    stopped.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 2 });
    expect(stopped.waits('verification.upload')).toBe(false);
    stopped.answer('verification.new', kept([]));
    expect([said(stopped), contextOf(stopped).file]).toEqual([[['ready'], undefined], photo]);
  });

  test('F11 a removal whose answer was lost is looked for when the line is back', () => {
    const removed = upload(storedFile);
    removed.say({ type: 'user.file removed', value: 'main' });
    removed.fail('verification.remove', failures.network);
    removed.fail('verification.new', failures.network);
    expect(said(removed)).toEqual([['unknown'], 'network']);
    removed.say(back());
    expect([removed.states(), removed.waits('verification.new')]).toEqual([['finding out.looking'], true]);
  });

  test('F11 a file that is taken back is no longer what a bad choice was told at', () => {
    const one = chosen(storedFile, { kind: 'other' });
    one.say({ type: 'user.file removed', value: 'main' });
    expect(said(one)).toEqual([['removing'], undefined]);
  });

  test('F11 what moves no more is stopped after half a minute; what moves goes on', () => {
    const one = chosen();
    one.say({ type: 'user.sent', field: 'main' });
    for (const percent of [20, 40, 60]) one.hear('upload.progress', { type: 'port.upload progressed', percent });
    expect([one.states(), one.wait()]).toEqual([['sending.going'], added.uploadStalls]);
    one.answer('verification.new', kept([]));
    expect(said(one)).toEqual([['failed'], 'late']);
  });

  test('F11 a sending is stopped, and the file taken back', () => {
    const one = chosen();
    one.say({ type: 'user.sent', field: 'main' });
    one.say({ type: 'user.sending stopped', field: 'main' });
    expect([one.states(), one.waits('verification.upload')]).toEqual([['finding out.looking'], false]);
    one.answer('verification.new', kept([]));
    expect(one.states()).toEqual(['ready']);
    one.say({ type: 'user.file removed', value: 'main' });
    expect([one.states(), contextOf(one).file]).toEqual([['empty'], null]);
  });

  test('F11 the session ends in the middle: whoever signs in again finds it going on', () => {
    const one = chosen();
    one.say({ type: 'user.sent', field: 'main' });
    one.fail('verification.upload', refused('no_session', 401));
    expect(said(one)).toEqual([['failed'], 'no_session']);
    one.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
    expect(one.waits('verification.upload')).toBe(true);
  });

  test('F11 S2 whoever has signed in again is not told of a file that nobody was', () => {
    const one = upload(storedFile);
    one.say({ type: 'user.file removed', value: 'main' });
    one.fail('verification.remove', refused('no_session', 401));
    expect(said(one)).toEqual([['stored'], 'no_session']);
    one.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
    expect([said(one), one.waits('verification.remove')]).toEqual([[['stored'], undefined], false]);
  });

  test('F11 what the server will not have is told at its side, and another can be chosen', () => {
    const one = chosen();
    one.say({ type: 'user.sent', field: 'main' });
    one.fail('verification.upload', refused('invalid', 422, { fields: { file0: 'file_broken' } }));
    expect([said(one), contextOf(one).file]).toEqual([[['empty'], 'file_broken'], null]);
  });

  test('F11 of a file that changed on the device it is said so, and no line is blamed', () => {
    const one = chosen(storedFile);
    one.say({ type: 'user.sent', field: 'main' });
    one.fail('verification.upload', port('file_gone'));
    expect([said(one), contextOf(one).file]).toEqual([[['stored'], 'file_gone'], null]);
  });

  test('F11 what was stored before is there again, whatever became of the file in hand', () => {
    const closed = chosen(storedFile);
    closed.say({ type: 'user.sent', field: 'main' });
    closed.fail('verification.upload', refused('document_closed', 409));
    expect([closed.states(), closed.told('upload.closed')]).toEqual([['stored'], [{ type: 'upload.closed' }]]);
    const failed = chosen(storedFile);
    failed.say({ type: 'user.sent', field: 'main' });
    failed.fail('verification.upload', failures.network);
    failed.answer('verification.new', kept([storedFile]));
    failed.say({ type: 'user.file removed', value: 'main' });
    expect(failed.states()).toEqual(['stored']);
    const removed = upload(storedFile);
    removed.say({ type: 'user.file removed', value: 'main' });
    removed.answer('verification.remove', kept([turnedDown]));
    expect(removed.states()).toEqual(['turned down']);
  });

  test('F11 what was turned down can be taken back, as the article on what is kept says', () => {
    const one = upload(turnedDown);
    one.say({ type: 'user.file removed', value: 'main' });
    expect(one.asked('verification.remove').input).toEqual({
      params: { id: 'passport' },
      body: { file: turnedDown.id },
    });
    one.fail('verification.remove', refused('no_session', 401));
    expect(said(one)).toEqual([['turned down'], 'no_session']);
    one.say({ type: 'house.signed in', account: 'A-1001', again: true, need_set_password: false, seq: 9 });
    expect(said(one)).toEqual([['turned down'], undefined]);
    one.say({ type: 'user.file removed', value: 'main' });
    one.answer('verification.remove', kept([]));
    expect(said(one)).toEqual([['empty'], undefined]);
  });

  test('F11 only what was turned down can be sent again', () => {
    expect(upload(turnedDown).states()).toEqual(['turned down']);
    const accepted = upload(acceptedFile);
    expect([accepted.states(), accepted.snapshot().can(given as never)]).toEqual([['accepted'], false]);
  });

  const sent = (): Stand => {
    const one = chosen(storedFile);
    one.say({ type: 'user.sent', field: 'main' });
    return one;
  };

  test('F11 it was stored although the answer was lost, or the sending was stopped: it stands there', () => {
    for (const end of [
      (one: Stand) => one.fail('verification.upload', failures.network),
      (one: Stand) => one.say({ type: 'user.sending stopped', field: 'main' }),
    ]) {
      const one = sent();
      end(one);
      one.answer('verification.new', kept([otherFile]));
      expect([said(one), contextOf(one).stored, contextOf(one).file]).toEqual([
        [['stored'], undefined],
        otherFile,
        null,
      ]);
    }
  });

  test('F11 what has arrived is asked for again when a file is taken back before that was known', () => {
    const one = sent();
    one.fail('verification.upload', failures.network);
    one.fail('verification.new', failures.network);
    expect([said(one), contextOf(one).unsure]).toEqual([[['failed'], 'network'], true]);
    one.say({ type: 'user.file removed', value: 'main' });
    one.fail('verification.new', failures.network);
    expect([said(one), one.told('upload.holding').at(-1)]).toEqual([
      [['unknown'], 'network'],
      { type: 'upload.holding', side: 'main', holding: false },
    ]);
    one.say({ type: 'user.side wanted', field: 'main' });
    one.answer('verification.new', kept([otherFile]));
    expect([said(one), contextOf(one).unsure]).toEqual([[['stored'], undefined], false]);
  });

  test('F11 a removal whose answer was lost, or that finds nothing, leads to what is there', () => {
    const removing = (): Stand => {
      const one = upload(storedFile);
      one.say({ type: 'user.file removed', value: 'main' });
      return one;
    };
    for (const error of [failures.network, refused('not_found', 404)]) {
      for (const [answer, then] of [
        [kept([]), [['empty'], undefined]],
        [kept([otherFile]), [['stored'], 'file_replaced']],
      ] as const) {
        const one = removing();
        one.fail('verification.remove', error);
        one.answer('verification.new', answer);
        expect(said(one)).toEqual(then);
      }
    }
  });

  test('F11 a copy of what is gone leads to what is there; a saved one leaves all as it was', () => {
    const one = upload(storedFile);
    one.say({ type: 'user.copy wanted', field: 'main' });
    expect(one.asked('verification.file').input).toEqual({ params: { file: storedFile.id } });
    one.fail('verification.file', refused('not_found', 404));
    one.answer('verification.new', kept([otherFile]));
    one.say({ type: 'user.copy wanted', field: 'main' });
    expect(one.asked('verification.file').input).toEqual({ params: { file: otherFile.id } });
    one.answer('verification.file', answered(null));
    expect(said(one)).toEqual([['stored'], undefined]);
  });

  test('F11 after sixty files in an hour it says how long, and what was in hand is there again', () => {
    const one = sent();
    one.fail('verification.upload', refused('wait_before_retry', 429, { retryAfter: 30 }));
    expect([one.states(), one.wait(), one.states(), contextOf(one).file]).toEqual([['held'], 30_000, ['ready'], photo]);
  });

  test('F11 whoever has to wait with a file in hand can take it back meanwhile; what is stored waits', () => {
    const one = sent();
    one.fail('verification.upload', refused('wait_before_retry', 429, { retryAfter: 3_600 }));
    one.say({ type: 'user.file removed', value: 'main' });
    expect([said(one), contextOf(one).file, one.told('upload.holding').at(-1)]).toEqual([
      [['stored'], undefined],
      null,
      { type: 'upload.holding', side: 'main', holding: false },
    ]);
    const stored = upload(storedFile);
    stored.say({ type: 'user.file removed', value: 'main' });
    stored.fail('verification.remove', refused('wait_before_retry', 429, { retryAfter: 3_600 }));
    expect(stored.snapshot().can({ type: 'user.file removed', value: 'main' })).toBe(false);
  });

  test('F11 a file that nobody needs any more is let go', () => {
    const gone = (one: Stand) =>
      one.world.effects.filter(({ name }) => name === 'let the file go').map(({ params }) => params);
    const stored = chosen();
    stored.say({ type: 'user.sent', field: 'main' });
    stored.answer('verification.upload', kept([storedFile]));
    expect(gone(stored)).toEqual([{ handle: '' }, { handle: 'file 1' }]);
    const another = chosen();
    another.say({ ...given, value: 'file 2' });
    another.answer('file.look', { ...photo, handle: 'file 2', kind: 'other' });
    another.say({ type: 'user.file removed', value: 'main' });
    expect(gone(another)).toEqual([{ handle: '' }, { handle: 'file 2' }, { handle: 'file 1' }]);
  });

  test('F11 the journal knows no file: neither its handle nor its name', () => {
    const entry = { t: 0, k: 'own', to: 'root', event: { ...given, value: 'Ann 7731.jpg' } } as never;
    expect(JSON.stringify(maskEntry(entry))).not.toMatch(/Ann|7731/);
  });
});

describe('a document', () => {
  const open = (...files: (StoredFile | null)[]): Stand => {
    const one = stand(documentMachine, {
      ...{ place: samplePlace('settings-passport', '/settings/passport'), account: 'A-1001', site: null, email: null },
    });
    one.answer('verification.new', kept(files));
    return one;
  };
  const sendIn = (one: Stand, side: 'first' | 'second', field: string, handle: string): void => {
    one.say({ type: 'user.file given', field, value: handle }, side);
    one.answer('file.look', { ...photo, handle });
    one.say({ type: 'user.sent', field }, side);
  };

  test('F11 several at once, and one fails: the other is kept, and only the failed one is sent again', () => {
    const one = open();
    sendIn(one, 'first', 'main', 'file 1');
    sendIn(one, 'second', 'registration', 'file 2');
    const [first, second] = one.world.leaves().filter(({ name }) => name === 'verification.upload');
    one.world.move(() => second?.end('error', failures.network));
    one.world.move(() => first?.end('done', kept([storedFile])));
    one.answer('verification.new', kept([storedFile]));
    expect([one.states('first'), one.states('second')]).toEqual([['stored'], ['failed']]);
    one.say({ type: 'user.submitted' });
    expect([one.states(), one.snapshot().context.trouble.code]).toEqual([['editing.corrected'], 'file_unsent']);
    one.say({ type: 'user.sent', field: 'registration' }, 'second');
    one.answer('verification.upload', kept([storedFile, storedFile], 'uploaded'));
    one.say({ type: 'user.submitted' });
    expect(one.asked('verification.submit').input).toEqual({ params: { id: 'passport' } });
    // Each answer has told of its own side alone.
    expect(one.snapshot().context.paper.sides.map(({ file }: { file?: StoredFile }) => file?.ending)).toEqual([
      'jpg',
      'jpg',
    ]);
  });

  test('F11 what waits to be sent is asked for until it is taken back, and no longer', () => {
    const one = open(storedFile, otherFile);
    const take = (side: 'first' | 'second', field: string) => {
      one.say({ type: 'user.file given', field, value: `file ${field}` }, side);
      one.answer('file.look', { ...photo, handle: `file ${field}` });
    };
    take('first', 'main');
    take('second', 'registration');
    one.say({ type: 'user.submitted' });
    one.say({ type: 'user.file removed', value: 'main' }, 'first');
    expect([one.states(), one.snapshot().context.trouble.code]).toEqual([['editing.corrected'], 'file_unsent']);
    one.say({ type: 'user.file removed', value: 'registration' }, 'second');
    expect([one.states(), one.snapshot().context.trouble]).toEqual([['editing.filling'], null]);
  });

  test('F11 a side that is being taken back is not handed in meanwhile, and is missing afterwards', () => {
    const one = open(storedFile, otherFile);
    one.say({ type: 'user.file removed', value: 'main' }, 'first');
    one.say({ type: 'user.submitted' });
    expect([one.states(), one.waits('verification.submit'), said(one)[1]]).toEqual([
      ...[['editing.corrected'], false],
      'file_leaving',
    ]);
    one.answer('verification.remove', kept([null, otherFile]));
    expect([one.states(), one.states('first'), said(one)[1]]).toEqual([['editing.filling'], ['empty'], undefined]);
    one.say({ type: 'user.submitted' });
    one.answer('verification.new', kept([null, otherFile]));
    expect(said(one)).toEqual([['editing.corrected'], 'document_incomplete']);
  });

  test('F11 a removal that was refused leaves the side there, and it can be handed in', () => {
    const one = open(storedFile, otherFile);
    one.say({ type: 'user.file removed', value: 'main' }, 'first');
    one.say({ type: 'user.submitted' });
    one.fail('verification.remove', refused('invalid', 400));
    expect([one.states('first'), said(one)]).toEqual([['stored'], [['editing.filling'], undefined]]);
    one.say({ type: 'user.submitted' });
    expect(one.asked('verification.submit').input).toEqual({ params: { id: 'passport' } });
  });

  test('F11 a removal that has to wait takes nothing away meanwhile, and what is there can be handed in', () => {
    const one = open(storedFile, otherFile);
    one.say({ type: 'user.file removed', value: 'main' }, 'first');
    one.fail('verification.remove', refused('wait_before_retry', 429, { retryAfter: 30 }));
    expect(one.states('first')).toEqual(['held']);
    one.say({ type: 'user.submitted' });
    expect(one.waits('verification.submit')).toBe(true);
  });

  test('F11 what was said of an unsent file is past when only one that is taken back is left', () => {
    const one = open(storedFile);
    one.say({ type: 'user.file removed', value: 'main' }, 'first');
    one.say({ type: 'user.file given', field: 'registration', value: 'file registration' }, 'second');
    one.answer('file.look', { ...photo, handle: 'file registration' });
    one.say({ type: 'user.submitted' });
    expect(said(one)[1]).toBe('file_unsent');
    one.say({ type: 'user.file removed', value: 'registration' }, 'second');
    expect(said(one)).toEqual([['editing.filling'], undefined]);
    one.say({ type: 'user.submitted' });
    expect(said(one)[1]).toBe('file_leaving');
  });

  test('F11 an answer that says nothing of a side leaves it as it was', () => {
    const one = open(storedFile, null);
    const { payload } = kept([storedFile]);
    one.say({ type: 'upload.changed', paper: { ...payload, sides: [] }, side: 'main', now });
    expect(one.snapshot().context.paper).toEqual(payload);
  });

  test('F11 another tab has sent the other side: an answer tells of it, unless it is an older one', () => {
    const one = open();
    const { payload } = kept([storedFile, otherFile], 'uploaded');
    const changed = (moment: string) => ({ type: 'upload.changed', paper: payload, side: 'main', now: moment });
    one.say(changed('2026-01-15T11:00:00.000Z'));
    const { paper, told } = one.snapshot().context;
    expect([one.states('second'), paper, told]).toEqual([['empty'], kept([storedFile]).payload, now]);
    one.say(changed(now));
    expect([one.states('second'), one.snapshot().context]).toMatchObject([['stored'], { paper: payload, told: now }]);
  });

  test('F11 something seems to be missing: what another tab has sent is looked for, and handed in', () => {
    const one = open(storedFile);
    one.say({ type: 'user.submitted' });
    expect([one.states(), one.waits('verification.submit')]).toEqual([['editing.looking again'], false]);
    one.answer('verification.new', kept([storedFile, otherFile], 'uploaded'));
    expect(one.asked('verification.submit').input).toEqual({ params: { id: 'passport' } });
  });

  test('F11 the server lacks a side that stands here: it is asked for again, and no loop begins', () => {
    const one = open(storedFile, storedFile);
    one.say({ type: 'user.submitted' });
    one.fail('verification.submit', refused('document_incomplete', 422));
    one.answer('verification.new', kept([storedFile]));
    expect([one.states(), one.snapshot().context.trouble.code]).toEqual([['editing.corrected'], 'document_incomplete']);
    expect([one.states('first'), one.states('second')]).toEqual([['stored'], ['empty']]);
  });

  test('F11 the line is back: each side hears of it, and a hand-in whose answer was lost is looked for', () => {
    const sides = open();
    sendIn(sides, 'second', 'registration', 'file 2');
    sides.fail('verification.upload', failures.network);
    sides.fail('verification.new', failures.network);
    sides.say({ type: 'port.online', at: 1 });
    expect([sides.states(), sides.states('second')]).toEqual([['editing.filling'], ['finding out.on a new line']]);

    const one = open(storedFile, otherFile);
    one.say({ type: 'user.submitted' });
    one.fail('verification.submit', failures.network);
    one.fail('verification.new', failures.network);
    expect([one.states(), one.snapshot().context.trouble.code]).toEqual([['editing.corrected'], 'network']);
    one.say({ type: 'port.online', at: 1 });
    expect(one.states()).toEqual(['editing.looking on a new line']);
    one.answer('verification.new', kept([storedFile, otherFile], 'in_review'));
    expect(one.states()[0]).toMatch(/^reviewing/);
  });

  test('F11 the line is back while a side is being taken anew: nothing is handed in without a press', () => {
    const one = open(storedFile, otherFile);
    one.say({ type: 'user.submitted' });
    one.fail('verification.submit', failures.network);
    one.fail('verification.new', failures.network);
    one.say({ type: 'user.camera wanted' }, 'second');
    one.say({ type: 'port.online', at: 1 });
    one.answer('verification.new', kept([storedFile, otherFile], 'uploaded'));
    expect([one.states(), one.waits('verification.submit')]).toEqual([['editing.filling'], false]);
    expect(one.states('second')[0]).toMatch(/^camera/);
    one.say({ type: 'user.submitted' });
    expect(one.asked('verification.submit').input).toEqual({ params: { id: 'passport' } });
  });

  test.each([
    ['before anybody allowed it', false],
    ['while it is on', true],
  ])('F11 the camera goes off with the document that is left, %s', (_, isOn) => {
    const one = open();
    one.say({ type: 'user.camera wanted', field: 'main' }, 'first');
    if (isOn) one.answer('camera.open', null);
    expect(one.waits('camera.life')).toBe(true);
    one.say({ type: 'house.arrived', place: samplePlace('settings-id_card', '/settings/id_card') });
    expect(one.waits('camera.life')).toBe(false);
  });

  test('F11 a reload in the middle finds what was sent, and asks for the rest', () => {
    const one = open(storedFile, null);
    expect([one.states('first'), one.states('second')]).toEqual([['stored'], ['empty']]);
    one.say({ type: 'user.submitted' });
    one.answer('verification.new', kept([storedFile]));
    expect([one.states(), one.snapshot().context.trouble.code]).toEqual([['editing.corrected'], 'document_incomplete']);
  });

  test('F11 M5 what would be left behind is told: a file until the server has it, nothing once it is taken back', () => {
    const one = open(storedFile);
    const held = () => one.told('flow.holding').at(-1)?.holding as string | null;
    one.say({ type: 'user.file given', field: 'registration', value: 'file 2' }, 'second');
    expect(held()).toBe('file');
    one.answer('file.look', { ...photo, handle: 'file 2' });
    one.say({ type: 'user.file removed', value: 'registration' }, 'second');
    expect(held()).toBeNull();
    one.say({ type: 'user.file removed', value: 'main' }, 'first');
    expect([one.states('first'), held()]).toEqual([['removing'], null]);
    sendIn(one, 'second', 'registration', 'file 3');
    expect([one.states('second'), held()]).toEqual([['sending.going'], 'file']);
    one.answer('verification.upload', kept([storedFile, storedFile], 'uploaded'));
    expect(held()).toBeNull();
  });

  test('F11 M5 a file that nobody has looked at is held while the camera is open, and until it is taken back', () => {
    const one = open(storedFile, otherFile);
    const held = () => one.told('flow.holding').at(-1)?.holding as string | null;
    one.say({ type: 'user.file given', field: 'main', value: 'file 1' }, 'first');
    one.fail('file.look', port('network'));
    one.say({ type: 'user.camera wanted', field: 'main' }, 'first');
    one.say({ type: 'user.submitted' });
    expect([held(), said(one)]).toEqual(['file', [['editing.corrected'], 'file_unsent']]);
    one.say({ type: 'user.camera closed', field: 'main' }, 'first');
    expect([one.states('first'), held()]).toEqual([['not looked at'], 'file']);
    one.say({ type: 'user.file removed', value: 'main' }, 'first');
    expect([one.states('first'), said(one), held()]).toEqual([['stored'], [['editing.filling'], undefined], null]);
  });

  test('F11 M5 what was held here is not held by the page that comes next, whichever way this one ends', () => {
    const one = open();
    const held = () => one.told('flow.holding').at(-1)?.holding as string | null;
    one.say({ type: 'user.file given', field: 'main', value: 'file 1' }, 'first');
    expect(held()).toBe('file');
    one.say({
      type: 'house.arrived',
      place: samplePlace('settings-drivers_license', '/settings/drivers_license'),
    });
    expect(held()).toBeNull();
  });

  test('F11 in review it asks with growing pauses, and stops while nobody looks', () => {
    const one = stand(documentMachine, {
      ...{ place: samplePlace('settings-passport', '/settings/passport'), account: 'A-1001', site: null, email: null },
    });
    const reviewed = answered(sampleDocument('in_review', [storedFile, storedFile]));
    one.answer('verification.new', reviewed);
    const pauses: number[] = [];
    for (let asked = 0; asked < 5; asked += 1) {
      pauses.push(one.wait());
      one.answer('verification.new', reviewed);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000]);
    one.hear('page.life', { type: 'port.hidden', at: 1 });
    expect(one.states()).toEqual(['reviewing.paused']);
    one.hear('page.life', { type: 'port.shown', at: 2 });
    one.answer('verification.new', answered(sampleDocument('verified', [acceptedFile, acceptedFile])));
    expect([one.states(), one.told('flow.navigate')]).toEqual([
      ['approved'],
      [{ type: 'flow.navigate', to: '/settings/verification_success', replace: true }],
    ]);
  });

  test('F11 a look that goes on is told since when, and the minute by which it is usually done, or that it is late', () => {
    const one = stand(documentMachine, {
      ...{ place: samplePlace('settings-passport', '/settings/passport'), account: 'A-1001', site: null, email: null },
    });
    const told = () => reviewOf(one.snapshot().context);
    const paper = sampleDocument('in_review', [storedFile, storedFile]);
    const answer = answered({ ...paper, submitted_at: moment(-3_600), expected_by: moment(12.345) });
    one.answer('verification.new', answer);
    expect(told()).toEqual({ since: at - 3_600_000, now: at, by: at + 60_000, late: false });
    // The last moment of it is in time, the next one late: by the server's clock, whatever this page's says.
    for (const [now, late] of [
      [moment(12.345), false],
      [moment(12.346), true],
    ] as const) {
      one.wait();
      one.answer('verification.new', { ...answer, now });
      expect(told()).toMatchObject({ by: late ? null : at + 60_000, late });
    }
    const { expected_by: _, ...open } = answer.payload;
    one.wait();
    one.answer('verification.new', answered(open));
    expect(told()).toEqual({ since: at - 3_600_000, now: at, by: null, late: false });
    one.wait();
    one.answer('verification.new', kept([acceptedFile, turnedDown], 'rejected'));
    expect(told()).toBeNull();
  });

  test('F11 what is handed in once more is asked about soon again', () => {
    const one = open(storedFile, storedFile);
    const [reviewed, rejected] = [
      answered(sampleDocument('in_review', [storedFile, storedFile])),
      answered(sampleDocument('rejected', [acceptedFile, turnedDown])),
    ];
    one.say({ type: 'user.submitted' });
    one.answer('verification.submit', reviewed);
    for (const answer of [reviewed, rejected]) {
      one.wait();
      one.answer('verification.new', answer);
    }
    sendIn(one, 'second', 'registration', 'file 2');
    one.answer('verification.upload', kept([acceptedFile, storedFile], 'uploaded'));
    one.say({ type: 'user.submitted' });
    one.answer('verification.submit', reviewed);
    expect(one.wait()).toBe(added.pollFirst);
  });

  test('F11 a reason a file: the good one stays as it is, only the other is asked for', () => {
    const one = stand(documentMachine, {
      ...{ place: samplePlace('settings-id_card', '/settings/id_card'), account: 'A-1001', site: null, email: null },
    });
    expect(one.asked('verification.new').input).toEqual({ params: { id: 'id_card' } });
    one.answer('verification.new', answered(sampleDocument('rejected', [acceptedFile, turnedDown], 'id_card')));
    expect([one.states('first'), one.states('second')]).toEqual([['accepted'], ['turned down']]);
    expect(contextOf(one, 'second').side).toBe('back');
  });

  test('F11 R12 the address says which document it is; another address turns to another', () => {
    const one = open();
    one.say({
      type: 'house.arrived',
      place: samplePlace('settings-drivers_license', '/settings/drivers_license'),
    });
    expect(one.asked('verification.new').input).toEqual({ params: { id: 'driver_license' } });
    const asked = samplePlace('settings-id_card', '/settings/id_card?from=letter');
    one.say({ type: 'house.arrived', place: asked });
    expect(one.asked('verification.new').input).toEqual({ params: { id: 'id_card' } });
  });
});

describe('the overview', () => {
  const input = (path: string) => ({
    place: samplePlace(path.slice(1).replaceAll('/', '-'), path),
    ...{ account: 'A-1001', site: null, email: null },
  });
  const told = (level: 0 | 1) =>
    answered({ level, levels: [], documents: [sampleDocument('draft'), sampleDocument('draft', [], 'id_card')] });

  test('F11 R12 the good news is told only to whoever is verified', () => {
    for (const level of [0, 1] as const) {
      const one = stand(verificationMachine, input('/settings/verification_success'));
      one.answer('verification.list', told(level));
      expect(one.states()).toEqual([level === 1 ? 'congratulated' : 'shown.resting']);
    }
  });

  test('F11 R12 the good news comes to whoever waits for it there', () => {
    const one = stand(verificationMachine, input('/settings/verification_success'));
    const reviewed = answered({
      level: 0,
      levels: [],
      documents: [sampleDocument('in_review', [storedFile, storedFile])],
    });
    one.answer('verification.list', reviewed);
    expect(one.wait()).toBe(added.pollLongest);
    one.answer('verification.list', told(1));
    expect(one.states()).toEqual(['congratulated']);
  });

  test('F11 R12 whoever asks for the good news too early is led to where they stand, and it is read once', () => {
    const one = stand(verificationMachine, input('/settings/verification_success'));
    one.answer('verification.list', told(0));
    expect(one.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/settings/verification', replace: true }]);
    one.say({ type: 'house.arrived', place: samplePlace('settings-verification', '/settings/verification') });
    expect(one.states()).toEqual(['shown.resting']);
    one.say({
      type: 'house.arrived',
      place: samplePlace('settings-verification_success', '/settings/verification_success'),
    });
    one.answer('verification.list', told(1));
    expect(one.states()).toEqual(['congratulated']);
    expect(one.told('flow.navigate')).toHaveLength(1);
  });

  test('F11 R12 what came of papers in another tab stands there once the overview is seen again', () => {
    const one = stand(verificationMachine, input('/settings/verification'));
    one.answer('verification.list', told(0));
    one.say({ type: 'port.hidden', at: 0 });
    expect(one.waits('verification.list')).toBe(false);
    one.say({ type: 'port.shown', at: 1 });
    one.answer('verification.list', told(1));
    expect([one.states(), one.snapshot().context]).toMatchObject([['shown.resting'], { known: { level: 1 } }]);
  });

  test('F11 R12 a licence is spelt otherwise in its address than in its key', () => {
    const one = stand(verificationMachine, input('/settings/verification'));
    one.answer('verification.list', told(0));
    one.say({ type: 'user.document opened', value: 'driver_license' });
    expect(one.told('flow.navigate')).toEqual([{ type: 'flow.navigate', to: '/settings/drivers_license' }]);
  });
});
