import { added } from '../contract/limits.ts';
import { given } from './given.ts';
import type { PageLife } from './root/events.ts';
import { source } from './root/ports.ts';

/**
 * What is read again where it stands, without a word of it: it rests, looks, and pauses while nobody sees it or nothing could
 * come. When else it looks stands in the chart that shows it.
 */
export const looking = {
  actors: { 'page.life': source<PageLife>('page.life') },
  delays: { 'the answer is overdue': added.answer + 5_000, 'another look': added.pollLongest },
  states: {
    resting: { on: { 'port.online': 'looking' } },
    paused: { on: { 'port.shown': 'looking', 'port.online': 'looking' } },
  },
  leaving: { 'port.hidden': '.paused', 'port.offline': '.paused' },
  /** A look that fails, or takes too long, changes nothing. */
  at: <Call extends string, Take extends string, Then extends string>(call: Call, take: Take, then: Then) => ({
    tags: 'waiting' as const,
    invoke: {
      src: call,
      id: call,
      input: {},
      onDone: { target: then, actions: { type: take, params: given } },
      onError: 'resting' as const,
    },
    after: { 'the answer is overdue': 'resting' as const },
  }),
} as const;
