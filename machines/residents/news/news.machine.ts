import { assign, sendParent, setup } from 'xstate';
import * as news from '../../../contract/limits/news.ts';
import { given } from '../../given.ts';
import type { AnnexEvent, HouseEvent, PageLife, Signal, TabEvent } from '../../root/events.ts';
import { effect, source } from '../../root/ports.ts';

export interface NewsContext {
  account: string | null;
  /** Nobody looks at this tab. */
  away: boolean;
  /** There is no line. */
  cut: boolean;
  /** Another tab asked last. */
  heard: boolean;
  /** Balances of this person have come before: the next ones are others. */
  knows: boolean;
}

type UserSignal = Extract<Signal, { type: 'signal.user' }>;
interface Whose {
  account: string;
}

type NewsEvent =
  | UserSignal
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.signed out' | 'house.session lost' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | Extract<TabEvent, { type: 'tabs.looked' | 'tabs.money moved' }>
  | PageLife;

/**
 * Asks for what is new, wherever the page is: any answer brings it. Of several tabs the one that was answered last asks
 * first again; the others hear it, and ask only where it falls silent. A question that fails is followed by the next one.
 * A tab that is told balances anew says so to the others; those that somebody looks at ask at once, and tell nobody what they find.
 */
export const newsMachine = setup({
  types: { context: {} as NewsContext, events: {} as NewsEvent },
  actors: { 'page.life': source<PageLife>('page.life') },
  delays: {
    'the next question': ({ context: { away, heard } }) =>
      away ? (heard ? news.hiddenFollows : news.hidden) : heard ? news.follows : news.leads,
    'balances would have come': news.catches,
  },
  guards: {
    'there is no line': ({ context }) => context.cut,
    'it is this person': ({ context }, { account }: Whose) => account === context.account,
    'they are others than before': ({ context }) => context.knows,
    'it is seen here': ({ context: { away, account } }, moved: Whose) => !away && moved.account === account,
    'it is a look, and of this person': ({ context }, { call, user }: UserSignal) =>
      call === 'auth.check' && user.is_authenticated && user.account_id === context.account,
  },
  actions: {
    'note the person': assign(({ context: { knows } }, { account, again }: Whose & { again: boolean }) => ({
      ...{ account, heard: false, knows: again && knows },
    })),
    'note that balances are known': assign({ knows: true }),
    'forget the person': assign({ account: null }),
    'note that nobody looks': assign({ away: true }),
    'note that somebody looks': assign({ away: false }),
    'note that the line is gone': assign({ cut: true }),
    'note that the line is there': assign({ cut: false }),
    'note that this tab asked': assign({ heard: false }),
    'note that another tab asked': assign({ heard: true }),
    'ask for what is new': sendParent((): AnnexEvent => ({ type: 'annex.look wanted' })),
    'ask for what is newer': sendParent((): AnnexEvent => ({ type: 'annex.look wanted', fresh: true })),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
  },
}).createMachine({
  id: 'news',
  context: { account: null, away: false, cut: false, heard: false, knows: false },
  initial: 'nobody',
  invoke: { src: 'page.life', id: 'page.life', onError: {} },
  on: {
    'port.hidden': { actions: 'note that nobody looks' },
    'port.shown': { actions: 'note that somebody looks' },
    'port.offline': { actions: 'note that the line is gone' },
    'port.online': { actions: 'note that the line is there' },
    'signal.wallets': { actions: 'note that balances are known' },
    'house.signed in': { target: '.resting', actions: { type: 'note the person', params: given } },
    'house.signed out': { target: '.nobody', actions: 'forget the person' },
    'house.session lost': { target: '.nobody', actions: 'forget the person' },
  },
  states: {
    nobody: {},

    resting: {
      always: { guard: 'there is no line', target: 'offline' },
      after: { 'the next question': { target: 'resting', reenter: true, actions: 'ask for what is new' } },
      on: {
        /** Whoever of this tab asked. */
        'signal.user': {
          guard: { type: 'it is a look, and of this person', params: given },
          target: 'resting',
          reenter: true,
          actions: [
            'note that this tab asked',
            {
              type: 'tell the other tabs',
              params: ({ context }) => ({ type: 'tabs.looked', account: context.account ?? '' }),
            },
          ],
        },
        'tabs.looked': {
          guard: { type: 'it is this person', params: given },
          target: 'resting',
          reenter: true,
          actions: 'note that another tab asked',
        },
        'signal.wallets': {
          guard: 'they are others than before',
          actions: {
            type: 'tell the other tabs',
            params: ({ context }) => ({ type: 'tabs.money moved', account: context.account ?? '' }),
          },
        },
        'tabs.money moved': { guard: { type: 'it is seen here', params: given }, target: 'catching up' },
        'port.hidden': { target: 'resting', reenter: true, actions: 'note that nobody looks' },
        'port.shown': {
          target: 'resting',
          reenter: true,
          actions: ['note that somebody looks', 'ask for what is new'],
        },
        'port.online': { target: 'resting', reenter: true, actions: 'ask for what is new' },
      },
    },

    /** Until the balances come: what is being asked just now may be older than the news. */
    'catching up': {
      entry: 'ask for what is newer',
      always: { guard: 'there is no line', target: 'offline' },
      after: { 'balances would have come': 'resting' },
      on: {
        'signal.wallets': { target: 'resting', actions: 'note that balances are known' },
        'tabs.money moved': { guard: { type: 'it is seen here', params: given }, target: 'catching up', reenter: true },
      },
    },

    offline: {
      on: { 'port.online': { target: 'resting', actions: ['note that the line is there', 'ask for what is new'] } },
    },
  },
});
