import type { AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { cardId } from '../../machines/bank-card/bank-card.samples.ts';
import { articleMachine } from '../../machines/flows/article/article.machine.ts';
import { cardMachine } from '../../machines/flows/card/card.machine.ts';
import { cardsMachine } from '../../machines/flows/cards/cards.machine.ts';
import { chatsMachine } from '../../machines/flows/chat/chats.machine.ts';
import { documentMachine } from '../../machines/flows/document/document.machine.ts';
import { exchangesMachine } from '../../machines/flows/exchanges/exchanges.machine.ts';
import { historyMachine } from '../../machines/flows/history/history.machine.ts';
import { inboxMachine } from '../../machines/flows/inbox/inbox.machine.ts';
import { landingMachine } from '../../machines/flows/landing/landing.machine.ts';
import { verificationMachine } from '../../machines/flows/verification/verification.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { samplePages } from '../../machines/list/list.model.ts';
import { answered, failures } from '../../machines/operation/operation.samples.ts';
import { threadOf } from '../../machines/thread/thread.machine.ts';
import { stand, type Stand } from './stand.ts';

const at = (name: string, path: string, params: Record<string, string> = {}) => ({
  place: samplePlace(name, path, params),
  account: 'A-1001',
  site: null,
  email: null,
});
const back = { type: 'port.online', at: 1 };
const toItself = (one: Stand) => one.say(back);
const byThePage = (one: Stand) => one.hear('page.life', back);

interface Screen {
  machine: AnyStateMachine;
  input: unknown;
  call: string;
  tell?: (one: Stand) => void;
}

const screens: Record<string, Screen> = {
  'cards on offer': { machine: cardsMachine, input: at('cards-list', '/cards/list'), call: 'card.offers' },
  'cards of their own': { machine: cardsMachine, input: at('cards-my', '/cards/my'), call: 'card.my' },
  'one card': {
    machine: cardMachine,
    input: at('cards-my-card', `/cards/my/${cardId}`, { card: cardId }),
    call: 'card.details',
  },
  'a history': {
    machine: historyMachine,
    input: at('history-exchange', '/history/exchange'),
    call: 'exchange.history',
  },
  'all notifications': { machine: inboxMachine, input: at('exchanges', '/exchanges'), call: 'notify.list' },
  verification: {
    machine: verificationMachine,
    input: at('settings-verification', '/settings/verification'),
    call: 'verification.list',
  },
  'a document': {
    machine: documentMachine,
    input: at('settings-verification_new', '/settings/verification_new/passport', { id: 'passport' }),
    call: 'verification.new',
  },
  'the list of exchanges': { machine: exchangesMachine, input: at('exchanges', '/exchanges'), call: 'exchange.list' },
  'an article': {
    machine: articleMachine,
    input: at('article', '/article/fees', { name: 'fees' }),
    call: 'content.article',
  },
  'all articles': { machine: articleMachine, input: at('articles', '/articles'), call: 'content.articles' },
  'the home page': { machine: landingMachine, input: at('index', '/'), call: 'exchange.list' },
  'all chats': { machine: chatsMachine, input: { account: 'A-1001' }, call: 'chat.list', tell: byThePage },
  'a chat': {
    machine: threadOf('support'),
    input: { account: 'A-1001', thread: 'support', kind: 'support' },
    call: 'support.messages',
    tell: byThePage,
  },
};

describe.each(Object.entries(screens))('%s', (_, { machine, input, call, tell = toItself }) => {
  test.each(['network', 'late'] as const)('F3 is asked for again when the line is back, by itself, after %s', (how) => {
    const one = stand(machine, input);
    one.fail(call, failures[how]);
    expect(one.waits(call)).toBe(false);
    tell(one);
    expect(one.waits(call)).toBe(true);
  });

  test('F3 is not asked for again where the server had an answer', () => {
    const one = stand(machine, input);
    one.fail(call, failures.broken);
    tell(one);
    expect(one.waits(call)).toBe(false);
  });
});

test('F3 the rest of a list is asked for again when the line is back, below what is there', () => {
  const one = stand(historyMachine, at('history-exchange', '/history/exchange'));
  one.answer('exchange.history', samplePages['a page with more behind it']);
  one.say({ type: 'user.more asked' }, 'list');
  one.fail('exchange.history', failures.network);
  one.say(back);
  expect(one.asked('exchange.history').input).toEqual({ query: { cursor: 'cursor1' } });
});

test.each([
  ['cards on offer', { items: [] }],
  ['cards of their own', { items: [] }],
  ['verification', { level: 0, levels: [], documents: [] }],
] as const)(
  'F3 %s that could not be read when the page was seen without a line are read when it is back',
  (of, told) => {
    const { machine, input, call } = screens[of]!;
    const one = stand(machine, input);
    one.answer(call, answered(told));
    for (const type of ['port.hidden', 'port.offline', 'port.shown']) one.hear('page.life', { type, at: 1 });
    one.fail(call, failures.network);
    expect(one.waits(call)).toBe(false);
    byThePage(one);
    expect(one.waits(call)).toBe(true);
  },
);
