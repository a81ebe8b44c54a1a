import { given } from '../../given.ts';
import { begun, draftOf, type ChangeMailContext } from './change-mail.context.ts';
import { changeMailSetup } from './change-mail.setup.ts';

const draftName = ({ account }: ChangeMailContext) => ({ account, key: 'mail' });
const keepDraft = {
  type: 'keep the draft',
  params: ({ context }: { context: ChangeMailContext }) => ({ ...draftName(context), value: draftOf(context) }),
} as const;
/** What was begun is over; the address stays, for another try. */
const keepAddress = ['forget the change', keepDraft] as const;

const lost = ['forget the password', 'keep that the session is lost'] as const;

/** Whoever has to sign in meanwhile is told which address may be theirs. */
const inDoubt = { entry: 'say what may be the address', exit: 'say that the address is known' } as const;

/**
 * Another e-mail address: it is asked for with the password, then proven by a code from each of the two letter boxes. An
 * answer that is lost is found out by reading which address the account has; nothing is said before that. Whoever comes
 * back while the codes are good finds the place for them, and before that the address that was typed.
 */
export const changeMailMachine = changeMailSetup.createMachine({
  id: 'change-mail',
  context: ({ input }) => begun(input),
  initial: 'opening',
  on: {
    'signal.site_settings': { actions: { type: 'take the settings', params: given } },
    'house.session lost': { actions: 'forget the password' },
  },
  states: {
    /** A change that was begun before may be done, its answer lost; or is gone on with, if its codes may still be used. */
    opening: {
      tags: ['busy', 'waiting', 'safe to reload'],
      after: { 'the answer is overdue': { target: 'unread', actions: 'keep that it is late' } },
      initial: 'draft',
      states: {
        draft: {
          invoke: {
            src: 'draft.read',
            id: 'draft.read',
            input: ({ context }) => draftName(context),
            onDone: [
              {
                guard: { type: 'a change was begun', params: given },
                target: 'info',
                actions: { type: 'take the draft', params: given },
              },
              { target: '#change-mail.form', actions: { type: 'take the address that was typed', params: given } },
            ],
            onError: '#change-mail.form',
          },
          after: { 'the draft is overdue': '#change-mail.form' },
        },
        info: {
          invoke: {
            src: 'user.info',
            id: 'user.info',
            onDone: [
              { guard: { type: 'the address is the new one', params: given }, target: '#change-mail.changed' },
              {
                guard: { type: 'the codes are awaited', params: given },
                target: '#change-mail.codes',
                actions: { type: 'go on with the change', params: given },
              },
              {
                target: '#change-mail.form',
                actions: ['take the address back', ...keepAddress, 'keep that it is over'],
              },
            ],
            onError: { target: '#change-mail.unread', actions: { type: 'keep the trouble', params: given } },
          },
        },
      },
    },

    /** The codes may hold: their place is not given up for an answer that did not come. */
    unread: {
      tags: ['attention', 'safe to reload'],
      on: {
        'user.retried': { target: 'opening.info', actions: 'forget the trouble' },
        'port.online': { target: 'opening.info', actions: 'forget the trouble' },
        'house.signed in': { target: 'opening.info', actions: 'forget the trouble' },
        'user.other address wanted': {
          target: 'form',
          actions: ['take the address back', ...keepAddress, 'forget the trouble'],
        },
      },
    },

    form: {
      tags: 'form',
      initial: 'entering',
      entry: 'forget the codes',
      on: {
        'user.email typed': { actions: [{ type: 'take the address', params: given }, keepDraft] },
        'user.password typed': {
          guard: 'a password is asked for',
          actions: { type: 'take the password', params: given },
        },
        'user.password toggled': { guard: 'a password is asked for', actions: 'show the password, or hide it' },
        'user.submitted': [
          { guard: 'the form is right', target: 'asking' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'house.session lost': { target: '.entering', actions: lost },
        'house.signed in': { actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the line' },
      },
      states: { entering: {}, corrected: { tags: ['corrected', 'attention'] } },
    },

    asking: {
      tags: ['busy', 'waiting'],
      invoke: {
        src: 'user.change_mail',
        id: 'user.change_mail',
        input: ({ context: { email, password, passwords } }) => ({
          body: { email: email.trim(), ...(passwords ? { password } : {}) },
        }),
        onDone: { target: 'codes', actions: [{ type: 'keep what was sent', params: given }, keepDraft] },
        onError: [
          {
            guard: { type: 'lost letters went out', params: given },
            target: 'codes',
            actions: [{ type: 'keep that they went out', params: given }, keepDraft],
          },
          {
            guard: { type: 'only the next letters wait', params: given },
            target: 'codes.corrected',
            actions: [{ type: 'keep that the next letters wait', params: given }, keepDraft, 'count a correction'],
          },
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: 'codes were sent',
            target: 'codes.corrected',
            actions: [{ type: 'keep the trouble', params: given }, 'count a correction'],
          },
          {
            target: 'form.corrected',
            actions: [{ type: 'keep what is wrong with the form', params: given }, 'count a correction'],
          },
        ],
      },
      after: {
        'the answer is overdue': [
          {
            guard: 'codes were sent',
            target: 'codes.corrected',
            actions: ['keep that it is late', 'count a correction'],
          },
          { target: 'form.corrected', actions: ['keep that the letters are late', 'count a correction'] },
        ],
      },
      on: {
        'house.session lost': [
          { guard: 'codes were sent', target: 'codes', actions: lost },
          { target: 'form', actions: lost },
        ],
      },
    },

    codes: {
      tags: ['form', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      after: { 'new codes are allowed': { actions: 'allow new codes' } },
      initial: 'entering',
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.old code typed': { actions: { type: 'take the old code', params: given } },
        'user.new code typed': { actions: { type: 'take the new code', params: given } },
        'user.submitted': [
          { guard: 'a code was refused', target: '.corrected', actions: 'count a correction' },
          { guard: 'both codes are whole', target: 'confirming' },
          { target: '.corrected', actions: 'count a correction' },
        ],
        'user.resent': [
          { guard: 'new codes need the password', target: 'form', actions: 'forget the trouble' },
          { guard: 'new codes may be asked for', target: 'asking' },
        ],
        'user.other address wanted': { target: 'form', actions: [...keepAddress, 'forget the trouble'] },
        'house.signed in': { actions: 'forget the trouble' },
        'port.online': { guard: 'only the line had failed', actions: 'forget the line' },
      },
      states: {
        entering: {
          after: { 'the codes expire': { target: '#change-mail.over', actions: 'keep that the codes expired' } },
        },
        corrected: {
          tags: ['corrected', 'attention'],
          after: { 'the codes expire': { target: '#change-mail.over', actions: 'keep that the codes expired' } },
        },
      },
    },

    confirming: {
      tags: ['busy', 'waiting'],
      ...inDoubt,
      invoke: {
        src: 'user.confirm_mail',
        id: 'user.confirm_mail',
        input: ({ context: { old_code, new_code } }) => ({ body: { old_code, new_code } }),
        onDone: { target: 'changed', actions: { type: 'keep the address that holds', params: given } },
        onError: [
          {
            guard: { type: 'they must wait', params: given },
            target: 'held',
            actions: { type: 'keep how long to wait', params: given },
          },
          {
            guard: { type: 'the codes are spent', params: given },
            target: 'over',
            actions: { type: 'keep the trouble', params: given },
          },
          {
            guard: { type: 'the server said no', params: given },
            target: 'codes.corrected',
            actions: [
              'count a try',
              { type: 'keep what is wrong with the codes', params: given },
              'count a correction',
            ],
          },
          { target: 'finding out' },
        ],
      },
      after: { 'the answer is overdue': 'finding out' },
    },

    /** Nobody knows whether it was done: which address the account has tells. */
    'finding out': {
      tags: ['busy', 'waiting', 'safe to reload'],
      ...inDoubt,
      invoke: {
        src: 'user.info',
        id: 'user.info',
        onDone: [
          { guard: { type: 'the address is the new one', params: given }, target: 'changed' },
          { target: 'codes.corrected', actions: ['keep that it is not changed', 'count a correction'] },
        ],
        onError: { target: 'unknown', actions: { type: 'keep the trouble', params: given } },
      },
      after: { 'the answer is overdue': { target: 'unknown', actions: 'keep that it is late' } },
    },
    unknown: {
      tags: ['attention', 'safe to reload'],
      ...inDoubt,
      on: {
        'user.retried': { target: 'finding out', actions: 'forget the trouble' },
        'port.online': { target: 'finding out', actions: 'forget the trouble' },
        'house.signed in': { target: 'finding out', actions: 'forget the trouble' },
      },
    },

    /** These codes change nothing any more. */
    over: {
      tags: ['attention', 'safe to reload'],
      entry: [...keepAddress, 'forget the secrets'],
      on: { 'user.other address wanted': { target: 'form', actions: 'forget the trouble' } },
    },

    /** Asked too often. After the wait what was typed is there again. */
    held: {
      tags: ['waiting', 'attention', 'countdown'],
      invoke: { src: 'clock.ticks', id: 'clock.ticks', onError: {} },
      on: {
        'port.ticked': { actions: { type: 'note the time', params: given } },
        'user.other address wanted': { target: 'form', actions: [...keepAddress, 'forget the trouble'] },
      },
      after: {
        'the wait is over': [
          { guard: 'codes were sent', target: 'codes', actions: 'forget the trouble' },
          { target: 'form', actions: 'forget the trouble' },
        ],
      },
    },

    changed: {
      type: 'final',
      tags: 'finished',
      entry: [{ type: 'drop the draft', params: ({ context }) => draftName(context) }, 'forget the secrets'],
    },
  },
});
