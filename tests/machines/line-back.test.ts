import type { AnyStateMachine } from 'xstate';
import { describe, expect, test } from 'vitest';
import { cardId } from '../../machines/bank-card/bank-card.samples.ts';
import { articleMachine } from '../../machines/flows/article/article.machine.ts';
import { cardMachine } from '../../machines/flows/card/card.machine.ts';
import { cardsMachine } from '../../machines/flows/cards/cards.machine.ts';
import { chatsMachine } from '../../machines/flows/chat/chats.machine.ts';
import { listOutcomes } from '../../machines/flows/chat/chats.model.ts';
import { changeMailMachine } from '../../machines/flows/change-mail/change-mail.machine.ts';
import { documentMachine } from '../../machines/flows/document/document.machine.ts';
import { exchangesMachine } from '../../machines/flows/exchanges/exchanges.machine.ts';
import { forgotPasswordMachine } from '../../machines/flows/forgot-password/forgot-password.machine.ts';
import { historyMachine } from '../../machines/flows/history/history.machine.ts';
import { inboxMachine } from '../../machines/flows/inbox/inbox.machine.ts';
import { landingMachine } from '../../machines/flows/landing/landing.machine.ts';
import { loginMachine } from '../../machines/flows/login/login.machine.ts';
import { resetPasswordMachine } from '../../machines/flows/reset-password/reset-password.machine.ts';
import { signupMachine } from '../../machines/flows/signup/signup.machine.ts';
import { telegramMachine } from '../../machines/flows/telegram/telegram.machine.ts';
import { verificationMachine } from '../../machines/flows/verification/verification.machine.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { samplePages } from '../../machines/list/list.model.ts';
import { answered, failures, refused } from '../../machines/operation/operation.samples.ts';
import { letterSent, resetOutcomes, telegramState, token } from '../../machines/sign-in/sign-in.samples.ts';
import type { Asked } from '../../machines/model.ts';
import { messagesOutcomes } from '../../machines/thread/thread.samples.ts';
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

const site = { logo_url: '/logo.svg', auth_type: 'password', telegram_bot: 'statera_bot', origins: [] };
const unsigned = (name: string, path: string, query: Record<string, string> = {}) => ({
  ...{ place: samplePlace(name, path, {}, query), account: null, site, email: 'person@example.com' },
});
const typed = (one: Stand, ...values: [field: string, value: string][]) => {
  for (const [field, value] of values) one.say({ type: `user.${field} typed`, value });
  one.say({ type: 'user.submitted' });
};
const phrase = 'a long quiet phrase';
const noLetter = (one: Stand) => one.answer('letter.read', { kept: null, at: 0 });

/** What a way in reads by itself: the link of a letter, the answer of Telegram. */
const readings: Record<string, Screen & { before?: (one: Stand) => void }> = {
  'the link of a letter': {
    machine: loginMachine,
    input: unsigned('index-login', '/login', { link: token }),
    call: 'auth.link_info',
  },
  'the link for another password': {
    machine: resetPasswordMachine,
    input: unsigned('reset-password', '/reset-password', { token }),
    call: 'auth.reset_info',
  },
  'what came back from Telegram': {
    machine: telegramMachine,
    input: unsigned('login-telegram', '/login/telegram', { state: telegramState }),
    call: 'auth.telegram',
    before: (one) => one.answer('telegram.answer', { kind: 'answered', answer: 'tgAuthResult=abc' }),
  },
};

describe.each(Object.entries(readings))('%s', (_, { machine, input, call, before }) => {
  test.each(['network', 'late', 'broken'] as const)(
    'F3 is asked about again when the line is back, after %s',
    (how) => {
      const one = stand(machine, input);
      before?.(one);
      one.fail(call, failures[how]);
      one.say(back);
      expect(one.waits(call)).toBe(how !== 'broken');
    },
  );
});

/** A form that was sent, and the call that carried it. */
const sendings: Record<string, Screen & { send: (one: Stand) => void }> = {
  'sign-in by password': {
    machine: loginMachine,
    input: unsigned('index-login', '/login'),
    call: 'auth.login_by_password',
    send(one) {
      noLetter(one);
      typed(one, ['password', phrase]);
    },
  },
  'sign-in by code': {
    machine: loginMachine,
    input: unsigned('index-login', '/login'),
    call: 'auth.login',
    send(one) {
      noLetter(one);
      one.say({ type: 'user.code wanted' });
    },
  },
  'a new account': {
    machine: signupMachine,
    input: unsigned('index-signup', '/signup'),
    call: 'auth.register',
    send(one) {
      noLetter(one);
      typed(one, ['password', phrase]);
    },
  },
  'a forgotten password': {
    machine: forgotPasswordMachine,
    input: unsigned('forgot-password', '/forgot-password'),
    call: 'auth.reset',
    send: (one) => typed(one),
  },
  'another address': {
    machine: changeMailMachine,
    input: { ...unsigned('settings-mail', '/settings/mail'), account: 'A-1001' },
    call: 'user.change_mail',
    send(one) {
      one.answer('draft.read', null);
      typed(one, ['email', 'new.address@example.org'], ['password', phrase]);
    },
  },
  'another password by a link': {
    machine: resetPasswordMachine,
    input: unsigned('reset-password', '/reset-password', { token }),
    call: 'auth.reset_by_token',
    send(one) {
      one.answer('auth.reset_info', resetOutcomes['auth.reset_info'].done['the link is good']);
      typed(one, ['password', phrase]);
    },
  },
  'an address for Telegram': {
    machine: telegramMachine,
    input: unsigned('login-telegram', '/login/telegram', { state: telegramState }),
    call: 'auth.telegram_email',
    send(one) {
      one.answer('telegram.answer', { kind: 'answered', answer: 'tgAuthResult=abc' });
      one.answer('auth.telegram', { ...letterSent, payload: { signed_in: false } });
      typed(one);
    },
  },
};

describe.each(Object.entries(sendings))('the form of %s', (_, { machine, input, call, send }) => {
  test.each(['network', 'late', 'broken'] as const)(
    'F3 is not sent again, and says nothing of a line that is back, after %s',
    (how) => {
      const one = stand(machine, input);
      send(one);
      one.fail(call, failures[how]);
      const said = one.snapshot().context.trouble;
      one.say(back);
      expect([one.waits(call), one.snapshot().context.trouble]).toEqual([false, how === 'broken' ? said : null]);
      expect([one.snapshot().hasTag('form'), said]).toMatchObject([true, { code: expect.any(String) }]);
    },
  );
});

test('F3 new codes that could not be asked for say nothing of a line that is back, and a code that was refused stays so', () => {
  const { machine, input, send, call } = sendings['another address']!;
  const one = stand(machine, input);
  send(one);
  one.answer(call, { ...letterSent, payload: { ...letterSent.payload, email: 'person@example.com' } });
  typed(one, ['old code', '123456'], ['new code', '654321']);
  one.fail('user.confirm_mail', refused('wrong_code', 422, { fields: { old_code: 'wrong_code' } }));
  one.hear('clock.ticks', { type: 'port.ticked', at: letterSent.at + 60_500 });
  one.say({ type: 'user.resent' });
  one.fail(call, failures.network);
  one.say(back);
  const { trouble, refused: said } = one.snapshot().context;
  expect([one.states(), trouble, Object.keys(said)]).toEqual([['codes.corrected'], null, ['old_code']]);
});

test('F3 a code, and another letter, that went nowhere say nothing of a line that is back, and a code that was refused stays so', () => {
  for (const name of ['sign-in by code', 'a new account', 'an address for Telegram'] as const) {
    const { machine, input, send, call } = sendings[name]!;
    const one = stand(machine, input);
    const inCode = (type: string, value = '') => one.say({ type, value }, 'code');
    send(one);
    one.answer(call, letterSent);
    inCode('user.code typed', '123456');
    inCode('user.submitted');
    one.fail('auth.code', failures.network);
    one.say(back);
    expect([one.states('code'), one.snapshot('code').context.trouble]).toEqual([['asking.corrected'], null]);
    inCode('user.submitted');
    one.fail('auth.code', refused('wrong_code', 422, { params: { left: 4 } }));
    one.hear('clock.ticks', { type: 'port.ticked', at: letterSent.at + 60_500 });
    inCode('user.resent');
    one.wait();
    const late = one.snapshot('code').context;
    one.say(back);
    const { trouble, refused: said } = one.snapshot('code').context;
    expect([late.trouble, trouble, said]).toMatchObject([{ code: 'late' }, null, { code: 'wrong_code' }]);
    inCode('user.resent');
    one.fail('auth.send_confirmation_instructions', failures.broken);
    one.say(back);
    expect(one.snapshot('code').context.trouble).toEqual({ code: 'internal' });
  }
});

test('F3 a letter whose answer was lost is told of after the line came back, too', () => {
  for (const name of ['sign-in by code', 'a new account'] as const) {
    const { machine, input, send, call } = sendings[name]!;
    const one = stand(machine, input);
    send(one);
    one.fail(call, failures.network);
    one.say(back);
    one.say({ type: 'user.submitted' });
    one.fail(call, refused('rate_limited', 429, { retryAfter: 30 }));
    const where = name === 'a new account' ? '' : 'code';
    expect([one.states(where), one.snapshot(where).context.trouble]).toEqual([['held'], { code: 'letter_lost' }]);
  }
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
  ['all chats', 'a page, and the one behind it', 'shown.older'],
  ['a chat', 'messages, and older ones before them', 'open.older'],
] as const)(
  'F13 F14 what is older in %s is asked for again when the line is back, and only then',
  (of, page, region) => {
    const { machine, input, call } = screens[of]!;
    const outcomes = of === 'all chats' ? listOutcomes : messagesOutcomes;
    const open = () => {
      const one = stand(machine, input);
      const told = (outcomes.done as Record<string, (asked: Asked) => unknown>)[page]!;
      one.answer(call, told({ input: one.asked(call).input, asker: one.snapshot() }));
      one.say({ type: 'user.older wanted' });
      return one;
    };
    for (const [how, state] of [
      ['network', 'reading'],
      ['late', 'reading'],
      ['broken', 'failed'],
    ] as const) {
      const one = open();
      one.fail(call, failures[how]);
      expect(one.states()).toContain(`${region}.failed`);
      byThePage(one);
      expect(one.states()).toContain(`${region}.${state}`);
    }
  },
);

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
