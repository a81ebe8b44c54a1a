import { assign, setup } from 'xstate';
import type { Answer } from '../../../contract/call.ts';
import { contentArticle, contentArticles, type Article, type ArticleSummary } from '../../../contract/calls/content.ts';
import type { SiteSettings } from '../../../contract/entities.ts';
import { isCallError } from '../../../contract/errors.ts';
import { added } from '../../../contract/limits.ts';
import { isOfLine, late, troubleOf, type Trouble } from '../../form/trouble.ts';
import { calls } from '../../root/calls.ts';
import type { FlowInput, HouseEvent, Place, PortEvent, Signal } from '../../root/events.ts';
import { given } from '../../given.ts';

export interface ArticleContext {
  /** The text that the address names; null stands for the list of all. */
  id: string | null;
  /** What was read; in another language it stays until its translation is there. */
  article: Article | null;
  articles: ArticleSummary[] | null;
  trouble: Trouble | null;
  /** Origins that a link of a text may lead to. */
  origins: readonly string[];
}

type ArticleEvent =
  | { type: 'user.retried' }
  | Extract<HouseEvent, { type: 'house.arrived' | 'house.language' }>
  | Extract<PortEvent, { type: 'port.online' }>
  | Extract<Signal, { type: 'signal.site_settings' }>;

interface Arrival {
  place: Place;
}
interface Told<Payload> {
  output: Answer<Payload>;
}
interface Failed {
  error: unknown;
}

const nothing = { article: null, articles: null };

/** One text of the site, or the list of them. What its HTML may hold is the view's to decide. */
export const articleMachine = setup({
  types: {
    context: {} as ArticleContext,
    events: {} as ArticleEvent,
    input: {} as FlowInput,
    tags: {} as 'list' | 'busy' | 'waiting' | 'attention' | 'not found' | 'safe to reload',
  },
  actors: calls(contentArticle, contentArticles),
  delays: { 'the text is overdue': added.answer + 5_000, 'the list is overdue': added.answer + 5_000 },
  guards: {
    'a text is named': ({ context }) => context.id !== null,
    'it is another text': ({ context }, { place }: Arrival) => idOf(place) !== context.id,
    'there is no such text': (_, { error }: Failed) => isCallError(error) && error.code === 'not_found',
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'there are none': (_, { output }: Told<{ items: ArticleSummary[] }>) => output.payload.items.length === 0,
  },
  actions: {
    'note which text': assign((_, { place }: Arrival) => ({ id: idOf(place), article: null })),
    'keep the text': assign((_, { output }: Told<Article>) => ({ article: output.payload, trouble: null })),
    'keep the list': assign((_, { output }: Told<{ items: ArticleSummary[] }>) => ({
      articles: output.payload.items,
      trouble: null,
    })),
    'keep nothing': assign({ ...nothing, trouble: null }),
    'keep the trouble': assign((_, { error }: Failed) => ({ ...nothing, trouble: troubleOf(error) })),
    'keep that it is late': assign({ ...nothing, trouble: late }),
    'note the origins': assign((_, { site_settings }: { site_settings: SiteSettings }) => ({
      origins: site_settings.origins ?? [],
    })),
  },
}).createMachine({
  id: 'article',
  context: ({ input }) => ({
    ...nothing,
    id: idOf(input.place),
    trouble: null,
    origins: input.site?.origins ?? [],
  }),
  initial: 'choosing',
  on: {
    'house.arrived': {
      guard: { type: 'it is another text', params: given },
      target: '.choosing',
      actions: { type: 'note which text', params: given },
    },
    'house.language': '.choosing',
    'signal.site_settings': { actions: { type: 'note the origins', params: given } },
  },
  states: {
    choosing: { always: [{ guard: 'a text is named', target: 'text' }, { target: 'list' }] },

    text: {
      initial: 'loading',
      states: {
        loading: {
          tags: ['busy', 'waiting', 'safe to reload'],
          invoke: {
            src: 'content.article',
            id: 'content.article',
            input: ({ context }) => ({ params: { id: context.id ?? '' } }),
            onDone: { target: 'shown', actions: { type: 'keep the text', params: given } },
            onError: [
              {
                guard: { type: 'there is no such text', params: given },
                target: 'not found',
                actions: 'keep nothing',
              },
              { target: 'failed', actions: { type: 'keep the trouble', params: given } },
            ],
          },
          after: { 'the text is overdue': { target: 'failed', actions: 'keep that it is late' } },
        },
        shown: { tags: 'safe to reload' },
        'not found': { tags: ['not found', 'safe to reload'] },
        failed: {
          tags: ['attention', 'safe to reload'],
          on: { 'user.retried': 'loading', 'port.online': { guard: 'only the line had failed', target: 'loading' } },
        },
      },
    },

    list: {
      tags: 'list',
      initial: 'loading',
      states: {
        loading: {
          tags: ['busy', 'waiting', 'safe to reload'],
          invoke: {
            src: 'content.articles',
            id: 'content.articles',
            input: {},
            onDone: [
              {
                guard: { type: 'there are none', params: given },
                target: 'empty',
                actions: { type: 'keep the list', params: given },
              },
              { target: 'shown', actions: { type: 'keep the list', params: given } },
            ],
            onError: { target: 'failed', actions: { type: 'keep the trouble', params: given } },
          },
          after: { 'the list is overdue': { target: 'failed', actions: 'keep that it is late' } },
        },
        shown: { tags: 'safe to reload' },
        empty: { tags: 'safe to reload', on: { 'user.retried': 'loading' } },
        failed: {
          tags: ['attention', 'safe to reload'],
          on: { 'user.retried': 'loading', 'port.online': { guard: 'only the line had failed', target: 'loading' } },
        },
      },
    },
  },
});

const idOf = ({ params }: Place): string | null => params['name'] ?? null;
