import { describe, expect, test } from 'vitest';
import type { AnyActorRef, AnyStateMachine } from 'xstate';
import { exchangeMachine } from '../../machines/flows/exchange/exchange.machine.ts';
import { exchangesMachine } from '../../machines/flows/exchanges/exchanges.machine.ts';
import { landingMachine } from '../../machines/flows/landing/landing.machine.ts';
import { loginMachine } from '../../machines/flows/login/login.machine.ts';
import { sampleForm, samplePairs } from '../../machines/form/exchange.samples.ts';
import { otherPerson, person, settings, total, visitor, wallets } from '../../machines/root/house.samples.ts';
import { provideAll } from '../../machines/root/provide.ts';
import { openHouse } from './house.ts';

const machines: Record<string, AnyStateMachine> = {
  landing: landingMachine,
  login: loginMachine,
  exchange: exchangeMachine,
  exchanges: exchangesMachine,
};
const money = { wallets, total_balance: total };
const pairs = { payload: { items: samplePairs } };

/** The house with the real flows, where a visitor has typed an amount on the home page and gone to sign-in. */
async function atSignIn() {
  const house = openHouse({}, (name) => provideAll(machines[name]!, house.world));
  await house.answer('auth.check', { user: visitor, site_settings: settings, rev: 0 });
  await house.settleAsk('flow.load');
  await house.answer('exchange.list', { ...pairs, rev: 0 });
  const flow = () => house.flow('page')?.actor as AnyActorRef;
  flow().send({ type: 'user.amount typed', side: 'give', value: '1 250,5' });
  flow().send({ type: 'user.submitted' });
  await house.settle();
  await house.settleAsk('flow.load');
  return { house, flow };
}

async function signIn({ house, flow }: Awaited<ReturnType<typeof atSignIn>>, user: unknown) {
  expect(house.place()).toBe('/login');
  flow().send({ type: 'user.email typed', value: 'person@example.com' });
  flow().send({ type: 'user.password typed', value: 'demo-password-1' });
  flow().send({ type: 'user.submitted' });
  await house.answer('auth.login_by_password', { user, ...money });
  await house.settleAsk('flow.load');
}

describe('F5 a landing exchange is kept through sign-in', () => {
  test.each([
    ['whoever signs in', person],
    ['another person than last time', otherPerson],
  ])('F5 %s finds the same exchange filled in', async (_title, user) => {
    const opened = await atSignIn();
    await signIn(opened, user);
    const { house, flow } = opened;
    expect(house.place()).toBe('/exchange/USD/BTC?give=1250.5');
    await house.settleAsk('draft.read', null);
    await house.answer('exchange.list', pairs);
    await house.answer('exchange.form', { payload: sampleForm });
    const form = flow().getSnapshot().children.form.getSnapshot();
    expect(form.value).toEqual({ editing: { amount: 'typing', rate: 'fresh' } });
    expect(form.context).toMatchObject({ entry: { side: 'give', text: '1250.5' }, account: user.account_id });
  });
});
