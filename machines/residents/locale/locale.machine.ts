import { assign, sendParent, setup } from 'xstate';
import { langSet } from '../../../contract/calls/page.ts';
import { localeCode, type LocaleCode } from '../../../contract/entities.ts';
import { added } from '../../../contract/limits.ts';
import { calls } from '../../root/calls.ts';
import type { HouseEvent, PortEvent, Signal, TabEvent } from '../../root/events.ts';
import { ask, effect } from '../../root/ports.ts';
import { given } from '../../given.ts';

export interface LocaleContext {
  locale: LocaleCode;
  /** The language that is on its way. */
  wanted: LocaleCode;
  /** The person has chosen on this page: the server's idea of the language no longer counts. */
  chosen: boolean;
  /** The server has not heard of the choice. */
  unheard: boolean;
  /** How often it has not heard of it. */
  tries: number;
}

export type LocaleEvent =
  | { type: 'user.language chosen'; value: string }
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.signed out' }>
  | Extract<PortEvent, { type: 'port.online' }>
  | Extract<Signal, { type: 'signal.locale' }>
  | Extract<TabEvent, { type: 'tabs.language' }>;

/** It was the choice of a person who has left: the next one may have made another, and it is told to the server no more. */
const left = { actions: 'note that the server heard' } as const;
const leftUnsaid = { target: 'settled', ...left } as const;

/** They read again what the server words, so they hear of it when the server has. */
const tellTheOthers = {
  type: 'tell the other tabs',
  params: ({ context }: { context: LocaleContext }): TabEvent => ({ type: 'tabs.language', locale: context.wanted }),
} as const;

/** Before the server is told again, in ms. */
const shortestPause = 5_000;
const longestPause = 300_000;

/**
 * The call is made, then the words are fetched, then cookie and interface switch and the menus hear of it. A call that
 * fails switches all the same, and is made again unseen until the server has heard; words that do not come leave the old
 * language. A new choice drops what is on its way.
 */
export const localeMachine = setup({
  types: {
    context: {} as LocaleContext,
    events: {} as LocaleEvent,
    input: {} as { locale: LocaleCode },
    tags: {} as 'busy' | 'attention',
  },
  actors: { ...calls(langSet), 'language.load': ask<{ locale: string }, { locale: LocaleCode }>('language.load') },
  delays: {
    'the answer is overdue': added.answer,
    'the words are overdue': added.answer,
    'a pause that grows': ({ context }) => Math.min(shortestPause * 2 ** (context.tries - 1), longestPause),
  },
  guards: {
    'it is another of our languages': ({ context }, { locale }: { locale: string }) =>
      isOurs(locale) && locale !== context.wanted,
    'it is one of our languages': (_, { locale }: { locale: string }) => isOurs(locale),
    'the server says another one first': ({ context }, { locale }: { locale: string }) =>
      !context.chosen && isOurs(locale) && locale !== context.wanted,
    'the server has not heard': ({ context }) => context.unheard,
  },
  actions: {
    'note the choice': assign((_, { locale }: { locale: string }) => ({
      wanted: locale as LocaleCode,
      chosen: true,
      tries: 0,
    })),
    'note what the server says': assign((_, { locale }: { locale: string }) => ({ wanted: locale as LocaleCode })),
    'note that the server heard': assign({ unheard: false }),
    'note that the server did not hear': assign(({ context }) => ({ unheard: true, tries: context.tries + 1 })),
    'switch the language': assign(({ context }) => ({ locale: context.wanted })),
    'write the language': effect<{ locale: LocaleCode }>('page.language'),
    'tell the other tabs': effect<TabEvent>('tabs.tell'),
    'say the language': sendParent(({ context }) => ({ type: 'house.language', locale: context.locale })),
  },
}).createMachine({
  id: 'locale',
  context: ({ input }) => ({ locale: input.locale, wanted: input.locale, chosen: false, unheard: false, tries: 0 }),
  initial: 'settled',
  on: {
    'user.language chosen': {
      guard: { type: 'it is another of our languages', params: ({ event }) => ({ locale: event.value }) },
      target: '.saving',
      actions: { type: 'note the choice', params: ({ event }) => ({ locale: event.value }) },
    },
    /** Chosen in another tab, which has told the server. */
    'tabs.language': {
      guard: { type: 'it is another of our languages', params: given },
      target: '.loading',
      actions: [{ type: 'note the choice', params: given }, 'note that the server heard'],
    },
    'signal.locale': {
      guard: { type: 'the server says another one first', params: given },
      target: '.loading',
      actions: { type: 'note what the server says', params: given },
    },
  },
  states: {
    saving: {
      tags: 'busy',
      invoke: {
        id: 'lang.set',
        src: 'lang.set',
        input: ({ context }) => ({ body: { lang: context.wanted } }),
        onDone: { target: 'loading', actions: ['note that the server heard', tellTheOthers] },
        onError: { target: 'loading', actions: ['note that the server did not hear', tellTheOthers] },
      },
      after: {
        'the answer is overdue': { target: 'loading', actions: ['note that the server did not hear', tellTheOthers] },
      },
      on: { 'house.signed out': { target: 'loading', ...left } },
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'language.load',
        src: 'language.load',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: 'switching',
        onError: 'not loaded',
      },
      after: { 'the words are overdue': 'not loaded' },
      on: { 'house.signed out': left },
    },
    switching: {
      entry: [
        'switch the language',
        { type: 'write the language', params: ({ context }) => ({ locale: context.locale }) },
        'say the language',
      ],
      always: [{ guard: 'the server has not heard', target: 'unsaved' }, { target: 'settled' }],
    },
    settled: {},
    unsaved: {
      after: { 'a pause that grows': 'saving again' },
      on: { 'port.online': 'saving again', 'house.signed out': leftUnsaid },
    },
    /** The language is spoken already; only the server has yet to hear of it. */
    'saving again': {
      invoke: {
        id: 'lang.set',
        src: 'lang.set',
        input: ({ context }) => ({ body: { lang: context.locale } }),
        // What it worded meanwhile is in the language before.
        onDone: { target: 'settled', actions: ['note that the server heard', 'say the language'] },
        onError: { target: 'unsaved', actions: 'note that the server did not hear' },
      },
      after: { 'the answer is overdue': { target: 'unsaved', actions: 'note that the server did not hear' } },
      on: { 'house.signed out': leftUnsaid },
    },
    'not loaded': {
      tags: 'attention',
      on: {
        'user.retried': 'loading',
        'port.online': 'loading',
        'house.signed out': left,
        'user.language chosen': {
          guard: { type: 'it is one of our languages', params: ({ event }) => ({ locale: event.value }) },
          target: 'saving',
          actions: { type: 'note the choice', params: ({ event }) => ({ locale: event.value }) },
        },
      },
    },
  },
});

const isOurs = (locale: string): locale is LocaleCode => localeCode.safeParse(locale).success;
