import { given } from '../../given.ts';
import { begun } from './telegram.context.ts';
import { telegramSetup } from './telegram.setup.ts';

/**
 * Sign-in by Telegram: the way there, and what came back. The answer is taken out of the address before anybody is asked
 * about it, and stands nowhere but here. Whom nobody knows yet gives an address, and its code links the two.
 */
export const telegramMachine = telegramSetup.createMachine({
  id: 'telegram',
  context: ({ input }) => begun(input),
  initial: 'opening',
  on: {
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
  },
  states: {
    opening: {
      always: [{ guard: 'Telegram led here', target: 'taking' }, { target: 'ready' }],
    },

    /** What Telegram is going to tell, and a button: an address, loaded or stepped back to, never leads there by itself. */
    ready: {
      tags: 'safe to reload',
      always: { guard: 'there is no bot', target: 'closed' },
      on: {
        'user.confirmed': 'asking',
        'user.remember chosen': { actions: { type: 'take the choice', params: given } },
      },
    },

    asking: {
      tags: ['busy', 'waiting'],
      entry: ['forget the answer', 'forget the trouble'],
      invoke: {
        src: 'auth.telegram_start',
        id: 'auth.telegram_start',
        input: ({ context }) => ({ body: { remember: context.remember } }),
        onDone: [
          {
            guard: { type: 'its page is published', params: given },
            target: 'leaving',
            actions: { type: 'keep its page', params: given },
          },
          { target: 'stopped', actions: 'keep that it cannot be reached' },
        ],
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the bot is gone', params: given },
            target: 'closed',
            actions: 'note that the bot is gone',
          },
          { target: 'stopped', actions: { type: 'keep what broke', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'stopped', actions: 'keep that it is late' } },
    },

    /** The browser goes to Telegram; whoever comes back through the history finds the page as it was. */
    leaving: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'page.leave',
        id: 'page.leave',
        input: ({ context }) => ({ url: context.url }),
        onDone: 'ready',
        onError: { target: 'stopped', actions: { type: 'keep what broke', params: given } },
      },
      after: { 'the answer is overdue': { target: 'stopped', actions: 'keep that it is late' } },
    },

    /** Telegram was not asked. */
    stopped: { tags: ['attention', 'safe to reload'], on: { 'user.confirmed': 'asking' } },

    /** Asked too often: the page comes back by itself. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      entry: 'forget the answer',
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: { 'port.ticked': { actions: { type: 'note the time', params: given } } },
      after: { 'the wait is over': { target: 'ready', actions: 'forget the trouble' } },
    },

    taking: {
      tags: ['busy', 'waiting'],
      exit: 'clear the address',
      invoke: {
        src: 'telegram.answer',
        id: 'telegram.answer',
        input: {},
        onDone: [
          {
            guard: { type: 'they agreed', params: given },
            target: 'checking',
            actions: { type: 'keep the answer', params: given },
          },
          { guard: { type: 'they declined', params: given }, target: 'declined' },
          { target: 'unanswered' },
        ],
        onError: 'unanswered',
      },
      after: { 'the answer is overdue': 'unanswered' },
    },

    checking: {
      tags: ['busy', 'waiting'],
      entry: 'forget the trouble',
      invoke: {
        src: 'auth.telegram',
        id: 'auth.telegram',
        input: ({ context: { state, answer } }) => ({ body: { state: state ?? '', answer } }),
        onDone: [
          { guard: { type: 'they are known', params: given }, target: 'signed in' },
          { target: 'email', actions: { type: 'take who it is', params: given } },
        ],
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the bot is gone', params: given },
            target: 'closed',
            actions: ['note that the bot is gone', 'forget the answer'],
          },
          {
            guard: { type: 'another browser asked', params: given },
            target: 'elsewhere',
            actions: { type: 'keep what broke', params: given },
          },
          {
            guard: { type: 'it is not signed by Telegram', params: given },
            target: 'refused',
            actions: { type: 'keep what broke', params: given },
          },
          {
            guard: { type: 'it is too old', params: given },
            target: 'stale',
            actions: { type: 'keep what broke', params: given },
          },
          { target: 'unread', actions: { type: 'keep what broke', params: given } },
        ],
      },
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
    },

    /** Nobody knows whether the answer was taken; asked once more, the server says so. */
    unread: {
      tags: 'attention',
      on: {
        'user.retried': 'checking',
        'port.online': { guard: 'only the line had failed', target: 'checking' },
        'user.confirmed': 'asking',
      },
    },

    declined: { tags: 'safe to reload', entry: 'forget the answer', on: { 'user.confirmed': 'asking' } },
    unanswered: {
      tags: ['attention', 'safe to reload'],
      entry: 'forget the answer',
      on: { 'user.confirmed': 'asking' },
    },
    elsewhere: {
      tags: ['attention', 'safe to reload'],
      entry: 'forget the answer',
      on: { 'user.confirmed': 'asking' },
    },
    refused: {
      tags: ['attention', 'safe to reload'],
      entry: 'forget the answer',
      on: { 'user.confirmed': 'asking' },
    },
    stale: { tags: ['attention', 'safe to reload'], entry: 'forget the answer', on: { 'user.confirmed': 'asking' } },

    /** Somebody new: codes and letters need an address. */
    email: {
      tags: 'form',
      entry: 'forget the answer',
      initial: 'entering',
      on: {
        'user.email typed': { actions: [{ type: 'take the address', params: given }, 'say what is typed'] },
        'port.online': { guard: 'only the line had failed', actions: 'forget the trouble' },
        'user.submitted': [
          { guard: 'the address is right', target: 'coded', actions: 'forget the trouble' },
          { target: '.corrected', actions: 'count a correction' },
        ],
      },
      after: { 'the proof lapses': { target: 'stale', actions: 'keep that it lapsed' } },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    /** The code of the letter, a chart of its own. */
    coded: {
      on: { 'port.online': { actions: 'tell the code' } },
      invoke: {
        src: 'code',
        id: 'code',
        input: ({ context: { email, remember, lost } }) => ({ email: email.trim(), remember, lost, anybody: true }),
        onDone: [
          { guard: { type: 'they are signed in', params: given }, target: 'signed in' },
          {
            guard: { type: 'the proof has lapsed', params: given },
            target: 'stale',
            actions: { type: 'keep why no code was sent', params: given },
          },
          {
            guard: { type: 'no code was sent', params: given },
            target: 'email.corrected',
            actions: [{ type: 'keep why no code was sent', params: given }, 'count a correction'],
          },
          { target: 'email', actions: { type: 'keep why no code was sent', params: given } },
        ],
        onError: {
          target: 'email.corrected',
          actions: [{ type: 'keep what broke', params: given }, 'count a correction'],
        },
      },
    },

    /** The site has no bot. */
    closed: { tags: 'safe to reload', always: { guard: 'there is a bot', target: 'ready' } },

    'signed in': { type: 'final', entry: ['forget the answer', 'say that they are signed in'] },
  },
});
