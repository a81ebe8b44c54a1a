import { assign, raise, sendParent, setup } from 'xstate';
import { authCheck } from '../../../contract/calls/page.ts';
import type { SignedInUser } from '../../../contract/entities.ts';
import { added } from '../../../contract/limits.ts';
import { calls } from '../../root/calls.ts';
import type { AnnexEvent, FlowEvent, HouseEvent, PortEvent, Signal, TabEvent } from '../../root/events.ts';
import { effect } from '../../root/ports.ts';
import { given } from '../../given.ts';
import type { SessionContext, SessionInput } from './session.context.ts';

type UserSignal = Extract<Signal, { type: 'signal.user' }>;

export type SessionEvent =
  | { type: 'user.retried' }
  | UserSignal
  | Extract<HouseEvent, { type: 'house.login dismissed' | 'house.look wanted' | 'house.site open' }>
  | Extract<PortEvent, { type: 'port.online' | 'port.shown' }>
  | Extract<AnnexEvent, { type: 'annex.look wanted' }>
  | Extract<FlowEvent, { type: 'flow.signing out' | 'flow.staying' }>
  | SessionNews;

type SignedOut = Extract<HouseEvent, { type: 'house.signed out' }>;
type SessionNews = Extract<TabEvent, { type: 'tabs.signed in' | 'tabs.signed out' | 'tabs.signing out' }>;
const discard = {
  type: 'discard what others left',
  params: ({ context }: { context: SessionContext }) => ({ except: context.account }),
} as const;
/** Other tabs hear of a change that this one made or learnt; what they said is not said back. */
const tell = (type: SessionNews['type']) =>
  ({
    type: 'tell the other tabs',
    params: ({ context }: { context: SessionContext }) => ({ type, account: context.account ?? context.leaves ?? '' }),
  }) as const;
const came = (again: boolean) => ({ type: 'say who signed in', params: { again } }) as const;
const gone = (why: SignedOut['why']) => ({ type: 'say who left', params: { why } }) as const;
const noLetter = { type: 'drop the letter', params: { key: 'letter', value: null } } as const;
/** For the next page of this device, which may be the first to learn that they are signed out. */
const remember = {
  type: 'remember who leaves',
  params: ({ context }: { context: SessionContext }) => ({ key: 'leaves', value: context.leaves }) as const,
} as const;
const stay = ['note that nobody leaves', remember] as const;
const keep = ['keep the user', ...stay] as const;
const comeIn = [...keep, discard, noLetter, came(false), tell('tabs.signed in')] as const;
const takeOver = [gone('other account'), ...comeIn] as const;
const letGo = ['forget what the answers brought', 'forget the user'] as const;
const erase = [discard, ...stay] as const;
const leaveByRequest = [tell('tabs.signed out'), ...letGo, ...erase, gone('asked')] as const;
const isTheirs = { type: 'it is this person', params: ({ event }: { event: { account: string } }) => event } as const;
/** What a person says of their leaving, in this tab or in another one. */
const wishes = {
  'flow.signing out': { actions: ['note who leaves', remember, tell('tabs.signing out')] },
  'flow.staying': { guard: 'they have asked to leave', actions: [...stay, tell('tabs.signed in')] },
  'tabs.signing out': { guard: isTheirs, actions: 'note who leaves' },
  'tabs.signed in': { guard: isTheirs, actions: 'note that nobody leaves' },
  'tabs.signed out': { guard: isTheirs, target: 'visitor', actions: [...letGo, ...erase, gone('elsewhere')] },
} as const;
const found = (params: boolean) => ({ type: 'note whether they were found', params }) as const;
/** For the next page of this device: it keeps the place of what somebody will see. */
const here = (value: true | null) =>
  ({ type: 'remember that somebody is here', params: { key: 'here', value } }) as const;
/** What is asked before their wish, or together with it, says nothing of it. */
const rest = { 'flow.signing out': 'resting', 'tabs.signing out': 'resting' } as const;
/** The one who asks who is here, once at a time; that somebody is, a signal tells. */
const asks = <const To extends string>(then: To) =>
  ({ id: 'auth.check', src: 'auth.check', input: {}, onDone: then, onError: then }) as const;

/**
 * Who is here. Only a valid `signal.user` moves it: an answer without one, a broken one or none at all changes nobody.
 * The remember-me cookie is the server's.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'busy' | 'attention' | 'known' | 'visitor' | 'signed in' | 'lost',
  },
  actors: calls(authCheck),
  delays: {
    'the answer is overdue': added.answer + 5_000,
    'the rest between two looks': 5_000,
    'a pause that grows': ({ context }) => Math.min(added.pollFirst * 2 ** (context.tries - 1), added.pollLongest),
  },
  guards: {
    'somebody is signed in': ({ event }) => personIn(event) !== null,
    'the same person is signed in': ({ context, event }) =>
      context.account !== null && personIn(event)?.account_id === context.account,
    'nobody is, as was asked': ({ context, event }) =>
      personIn(event) === null && (context.leaves !== null || callOf(event) === 'auth.logout'),
    'what was typed here is too old': ({ context }) => context.stale,
    'they have asked to leave': ({ context }) => context.leaves !== null,
    'a look finds who wished to leave': ({ context, event }) =>
      context.leaves !== null && callOf(event) === 'auth.check' && personIn(event)?.account_id === context.account,
    'who wished to leave is here': ({ context }) => context.leaves !== null && context.found,
    'it is this person': ({ context }, { account }: { account: string }) => context.account === account,
    'it is news': ({ context }, { account }: { account: string }) => context.tries > 0 || context.account !== account,
    'it is to be a fresh one': (_, { fresh = false }: { fresh?: boolean }) => fresh,
    'nobody is signed in': ({ event }) => personIn(event) === null,
  },
  actions: {
    'count the try': assign(({ context }) => ({ tries: context.tries + 1 })),
    'keep the user': assign(({ context, event }) => {
      const user = personIn(event) ?? context.user;
      return { user, account: user?.account_id ?? null, seq: seqOf(event), tries: 0 };
    }),
    'forget the user': assign({ user: null, account: null }),
    'note who leaves': assign(({ context }) => ({ leaves: context.account })),
    'note who leaves there': assign((_, { account }: { account: string }) => ({ leaves: account })),
    'note that nobody leaves': assign({ leaves: null }),
    'note whether they were found': assign((_, found: boolean) => ({ found })),
    'remember who leaves': effect<{ key: 'leaves'; value: string | null }>('memory.keep'),
    'remember that somebody is here': effect<{ key: 'here'; value: true | null }>('memory.keep'),
    /** Whoever is here awaits no code any more. */
    'drop the letter': effect<{ key: 'letter'; value: null }>('memory.keep'),
    'discard what others left': effect<{ except: string | null }>('drafts.discard'),
    'forget what the answers brought': effect('answers.forget'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
    'ask anew who is here': raise({ type: 'annex.look wanted', fresh: true }),
    'tell the house': sendParent({ type: 'house.looked' }),
    'say who signed in': sendParent(({ context: { user, account, seq }, event }, { again }: { again: boolean }) => ({
      type: 'house.signed in',
      account: account ?? '',
      again,
      need_set_password: user?.need_set_password ?? false,
      call: callOf(event),
      seq,
    })),
    'say who left': sendParent((_, { why }: Pick<SignedOut, 'why'>) => ({
      type: 'house.signed out',
      why,
    })),
    'say that the session is lost': sendParent({ type: 'house.session lost' }),
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ user: null, account: null, seq: 0, found: false, tries: 0, ...input }),
  type: 'parallel',
  states: {
    person: {
      initial: 'starting',
      states: {
        starting: {
          initial: 'checking',
          on: {
            'signal.user': [
              { guard: 'somebody is signed in', target: 'signed in', actions: comeIn },
              {
                guard: 'they have asked to leave',
                target: 'visitor',
                actions: [tell('tabs.signed out'), ...erase, gone('visitor')],
              },
              { guard: 'what was typed here is too old', target: 'visitor', actions: [discard, gone('visitor')] },
              { target: 'visitor', actions: gone('visitor') },
            ],
            /** What is being asked may be older than the news, and what is asked together with a wish may overtake it. */
            'tabs.signing out': {
              target: '.making way',
              actions: ['forget what the answers brought', { type: 'note who leaves there', params: given }],
            },
            'tabs.signed in': {
              target: '.checking',
              actions: ['forget what the answers brought', 'note that nobody leaves'],
            },
            'tabs.signed out': { target: '.checking', actions: 'forget what the answers brought' },
          },
          states: {
            checking: {
              tags: 'busy',
              invoke: asks('out of reach'),
              after: { 'the answer is overdue': 'out of reach' },
            },
            /** What was asked until then tells of nobody any more. */
            'making way': { tags: 'busy', after: { 'the rest between two looks': 'checking' } },
            'out of reach': {
              tags: 'attention',
              initial: 'waiting',
              states: {
                waiting: {
                  entry: 'count the try',
                  after: { 'a pause that grows': 'asking' },
                  on: { 'user.retried': 'asking', 'port.online': 'asking', 'house.look wanted': 'asking' },
                },
                asking: {
                  tags: 'busy',
                  exit: 'tell the house',
                  invoke: asks('waiting'),
                  after: { 'the answer is overdue': 'waiting' },
                },
              },
            },
          },
        },
        visitor: {
          tags: ['known', 'visitor'],
          entry: here(null),
          on: { 'signal.user': { guard: 'somebody is signed in', target: 'signed in', actions: comeIn } },
        },
        'signed in': {
          tags: ['known', 'signed in'],
          entry: here(true),
          on: {
            'signal.user': [
              { guard: 'a look finds who wished to leave', actions: ['keep the user', found(true)] },
              { guard: 'the same person is signed in', actions: 'keep the user' },
              { guard: 'nobody is, as was asked', target: 'visitor', actions: leaveByRequest },
              { guard: 'nobody is signed in', target: 'lost', actions: 'say that the session is lost' },
              { actions: takeOver },
            ],
            ...wishes,
            /** What was turned away meanwhile is asked once more, as after a session that was lost. */
            'house.site open': { actions: came(true) },
          },
        },
        lost: {
          tags: ['known', 'signed in', 'lost'],
          entry: 'count the try',
          on: {
            'signal.user': [
              {
                guard: 'the same person is signed in',
                target: 'signed in',
                actions: [...keep, noLetter, came(true), tell('tabs.signed in')],
              },
              { guard: 'somebody is signed in', target: 'signed in', actions: takeOver },
              { guard: 'nobody is, as was asked', target: 'visitor', actions: leaveByRequest },
            ],
            ...wishes,
            /** Somebody may have signed in elsewhere while it was gone, and what is being asked may have gone down with it. */
            'port.online': { actions: 'ask anew who is here' },
            /** Their drafts stay: they are by account, and whoever else signs in discards them. */
            'house.login dismissed': [
              { guard: 'they have asked to leave', target: 'visitor', actions: leaveByRequest },
              { target: 'visitor', actions: [...letGo, gone('put off')] },
            ],
          },
        },
      },
    },

    /** Another tab may have changed who is here: the server is asked again, unseen. A check that fails changes nobody. */
    look: {
      initial: 'beginning',
      on: {
        'tabs.signed in': {
          guard: { type: 'it is news', params: given },
          target: '.asking',
        },
        'tabs.signed out': '.asking',
        /** What is being asked, or was just answered, is older than what is wanted. */
        'annex.look wanted': { guard: { type: 'it is to be a fresh one', params: given }, target: '.asking' },
      },
      states: {
        /** Until it is known who is here, that is asked above. */
        beginning: { on: { 'signal.user': 'quiet', 'tabs.*': {}, 'annex.look wanted': {} } },
        quiet: {
          on: {
            'port.shown': 'asking',
            'house.look wanted': 'asking',
            'annex.look wanted': 'asking',
            ...rest,
          },
        },
        asking: {
          entry: found(false),
          exit: 'tell the house',
          /** The end of this look comes behind its own news: what an earlier one brought late takes nothing back. */
          invoke: {
            ...asks('resting'),
            onDone: [
              {
                guard: 'who wished to leave is here',
                target: 'resting',
                actions: [...stay, tell('tabs.signed in')],
              },
              'resting',
            ],
          },
          after: { 'the answer is overdue': 'resting' },
          on: rest,
        },
        resting: { after: { 'the rest between two looks': 'quiet' }, on: { 'house.look wanted': 'asking' } },
      },
    },
  },
});

const personIn = (event: SessionEvent): SignedInUser | null =>
  event.type === 'signal.user' && event.user.is_authenticated ? event.user : null;
const callOf = (event: SessionEvent): string | null => (event.type === 'signal.user' ? event.call : null);
const seqOf = (event: SessionEvent): number => (event.type === 'signal.user' ? event.seq : 0);
