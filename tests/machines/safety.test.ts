import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { describedFormMachine } from '../../machines/described-form/described-form.machine.ts';
import { cardId, plasticForm, sampleCard, sampleOrder } from '../../machines/bank-card/bank-card.samples.ts';
import { chatMachine } from '../../machines/flows/chat/chat.machine.ts';
import { cardMachine } from '../../machines/flows/card/card.machine.ts';
import { issuer } from '../../machines/flows/card/card.samples.ts';
import { cardFormMachine } from '../../machines/flows/card-order/form.machine.ts';
import { personalMachine } from '../../machines/flows/personal/personal.machine.ts';
import { referralMachine } from '../../machines/flows/referral/referral.machine.ts';
import { nothing } from '../../machines/flows/transfer/form.context.ts';
import { transferFormMachine } from '../../machines/flows/transfer/form.machine.ts';
import { sampleTransferForm } from '../../machines/flows/transfer/transfer.samples.ts';
import { noEntry } from '../../machines/form/amount.ts';
import { samplePlace } from '../../machines/form/exchange.samples.ts';
import { operationMachine } from '../../machines/operation/operation.machine.ts';
import { answered, refused, sampleWithdrawal } from '../../machines/operation/operation.samples.ts';
import { isSafeToReload } from '../../machines/root/safety.ts';
import { wholeForm } from '../../machines/payment/payment.samples.ts';
import { nameOf } from '../../machines/outbox/outbox.samples.ts';
import { stand, type Stand } from './stand.ts';

/** Whether a page that shows this flow and nothing else may be loaded anew. */
const isSafe = (flow: unknown): boolean => {
  const actor = (context: object, children: object) => ({ getSnapshot: () => ({ context, children }) });
  const page = actor({ flow: 'any' }, { flow });
  return isSafeToReload(actor({}, { page, modal: actor({ flow: null }, {}) }) as never);
};
const input = {
  place: samplePlace('cards-my-card', `/cards/my/${cardId}`, { card: cardId }),
  account: 'A-1001',
  site: { logo_url: '/logo.svg', auth_type: 'password' as const, origins: [issuer] },
  email: null,
};
const at = (flow: { world: { machines(): Map<string, unknown> } }, part: string): string =>
  [...flow.world.machines().keys()].find((path) => path.endsWith(part)) ?? '';

test('S10 a card is not loaded anew over a limit that is typed or saved, nor over a code or a number', () => {
  const flow = stand(cardMachine, input);
  flow.answer('card.details', answered({ ...sampleOrder('completed'), card: sampleCard('active') }));
  const [limits, look] = [at(flow, 'limits'), at(flow, 'look')];
  const safe = () => isSafe(flow.world.actor);
  expect(safe()).toBe(true);
  flow.say({ type: 'user.number wanted' }, look);
  expect([flow.states(look), safe()]).toEqual([['asking'], false]);
  flow.answer(
    'card.ask_reveal',
    answered({
      ...{ sent_to: 'd•••@example.com', tries_left: 5 },
      ...{ expires_at: '2026-01-15T12:10:00.000Z', again_at: '2026-01-15T12:00:30.000Z' },
    }),
  );
  flow.say({ type: 'user.code typed', value: '123456' }, look);
  expect(safe()).toBe(false);
  flow.say({ type: 'user.code sent' }, look);
  flow.answer('card.reveal', answered({ frame: `${issuer}/issuer/card`, token: 'of one look' }));
  expect(safe()).toBe(false);
  flow.say({ type: 'user.number unwanted' }, look);
  expect(safe()).toBe(true);
  flow.say({ type: 'user.limit typed', field: 'once', value: '123' }, limits);
  expect(safe()).toBe(false);
  flow.say({ type: 'user.limits saved' }, limits);
  expect([flow.states(limits), safe()]).toEqual([['saving'], false]);
  flow.answer('card.limits', answered(sampleCard('active')));
  expect(safe()).toBe(true);
});

test('S10 S3 terms are not loaded anew over a code that is typed; once it is confirmed nothing is left of it', () => {
  const flow = stand(operationMachine, { ask: {} });
  const safe = () => isSafe(flow.world.actor);
  flow.answer('check', answered(sampleWithdrawal('open')));
  expect([flow.states(), safe()]).toEqual([['reviewing.reading'], true]);
  flow.say({ type: 'user.code typed', value: '1' });
  expect(safe()).toBe(false);
  flow.say({ type: 'user.code typed', value: '' });
  expect(safe()).toBe(true);
  flow.say({ type: 'user.code typed', value: '123456' });
  flow.say({ type: 'user.confirmed' });
  flow.answer('submit', answered(sampleWithdrawal('processing')));
  expect([flow.states(), safe()]).toEqual([['tracking.waiting'], true]);
});

test('S10 the programme is not loaded anew over an address or a letter that is written', () => {
  const flow = stand(referralMachine, input);
  const form = { left: 10, locale: 'en', note: '', letter: { subject: 'You are invited', text: 'Come' } };
  const invite = at(flow, 'invite');
  const safe = () => isSafe(flow.world.actor);
  flow.answer('referral.invite_info', answered(form));
  expect(safe()).toBe(true);
  flow.say({ type: 'user.letter opened' }, invite);
  expect(safe()).toBe(false);
  flow.say({ type: 'user.letter put aside' }, invite);
  flow.say({ type: 'user.email typed', value: 'x@example.com' }, invite);
  expect(safe()).toBe(false);
  flow.say({ type: 'user.submitted' }, invite);
  expect([flow.states(invite), safe()]).toEqual([['sending'], false]);
  flow.answer('referral.invite', answered(form));
  expect(safe()).toBe(true);
});

test('S10 F13 a chat is not loaded anew over a file, nor while a message is on its way; words outlive the page', () => {
  const flow = stand(chatMachine, { ...input, place: samplePlace('chat-support', '/chat/support') });
  const outbox = at(flow, 'outbox');
  const safe = () => isSafe(flow.world.actor);
  flow.answer('outbox.read', { text: '', messages: [] });
  flow.say({ type: 'user.message typed', value: 'Here it is.' }, outbox);
  expect(safe()).toBe(true);
  flow.say({ type: 'user.file given', value: 'file 1' }, outbox);
  expect([flow.waits('file.look'), safe()]).toEqual([true, false]);
  flow.answer('file.look', { handle: 'file 1', kind: 'pdf', size: 10, width: 0, height: 0 });
  expect(safe()).toBe(false);
  flow.say({ type: 'user.submitted' }, outbox);
  flow.answer('message.name', { id: nameOf(1) });
  expect([flow.waits('support.send'), safe()]).toEqual([true, false]);
  flow.fail('support.send', refused('too_large', 413));
  expect(safe()).toBe(false);
  flow.say({ type: 'user.message retried', value: nameOf(1) }, outbox);
  flow.fail('support.send', { name: 'PortError', code: 'file_gone', message: 'gone' });
  expect(safe()).toBe(true);
});

const card = '4111 1111 1111 1111';
const filling = { account: 'A-1001', wrong: {}, trouble: null, values: {} };
const field = (name: string) => ({ type: 'user.field filled', field: name });
const message = { type: 'user.message typed' };
const forms: Record<string, { open: () => Stand; texts: (AnyEventObject & { to?: string })[] }> = {
  'a chat': {
    open() {
      const flow = stand(chatMachine, { ...input, place: samplePlace('chat-support', '/chat/support') });
      flow.answer('outbox.read', { text: '', messages: [] });
      return flow;
    },
    texts: [{ ...message, to: 'outbox' }],
  },
  'a withdrawal': {
    open: () =>
      stand(describedFormMachine, {
        ...{ ...filling, kind: 'withdraw', method: 'bank_eur', path: '/withdraw/form/bank_eur', entry: noEntry },
        ...{ form: wholeForm, card: null, files: {}, origins: [] },
      }),
    texts: ['recipient', 'phone', 'comment'].map(field),
  },
  'a transfer': {
    open: () =>
      stand(transferFormMachine, {
        account: 'A-1001',
        ...{ filled: nothing, form: sampleTransferForm, refused: {}, trouble: null },
      }),
    texts: ['user.recipient typed', 'user.comment typed'].map((type) => ({ type })),
  },
  'personal details': {
    open() {
      const flow = stand(personalMachine, { ...input, place: samplePlace('settings-personal', '/settings/personal') });
      flow.answer('draft.read', null);
      flow.answer(
        'user.info',
        answered({
          ...{ display_name: 'Anna', phone: '', country: 'LV', birthday: '' },
          ...{ email: 'person@example.com', edition: 3 },
        }),
      );
      return flow;
    },
    texts: ['display_name', 'phone'].map(field),
  },
  'an order of a card': {
    open: () => stand(cardFormMachine, { ...filling, offer: 'plastic_usd', form: plasticForm }),
    texts: ['street', 'phone'].map(field),
  },
};

const typings = Object.entries(forms).flatMap(([form, { open, texts }]) =>
  texts.map(({ to = '', ...event }) => ({ what: `${form}, ${String(event['field'] ?? event.type)}`, open, to, event })),
);

test.each(typings)('S10 S3 a page is not loaded anew over a card number, which no draft keeps: $what', (typing) => {
  const { open, to, event } = typing;
  const flow = open();
  const says = (value: string): boolean => {
    flow.say({ ...event, value }, to === '' ? '' : at(flow, to));
    return isSafe(flow.world.actor);
  };
  expect(says('Ada')).toBe(true);
  for (const value of [card, `${card} 12/27`, card.replaceAll(' ', '\u00a0'), card.replaceAll(' ', '')])
    expect([value, says(value)]).toEqual([value, false]);
  expect(says('Ada')).toBe(true);
});
