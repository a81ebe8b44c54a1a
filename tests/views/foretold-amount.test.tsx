import type { ComponentType } from 'react';
import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import type { AnyActorRef } from 'xstate';
import describedForm from '../../machines/described-form/described-form.model.ts';
import exchangeForm from '../../machines/flows/exchange/form.model.ts';
import landing from '../../machines/flows/landing/landing.model.ts';
import { set, type Entry } from '../../machines/form/amount.ts';
import { sampleForm as sampleExchange } from '../../machines/form/exchange.samples.ts';
import { readAmount } from '../../machines/form/read-amount.ts';
import { answered } from '../../machines/operation/operation.samples.ts';
import { sampleForm } from '../../machines/payment/payment.samples.ts';
import type { Model } from '../../machines/model.ts';
import { start, take } from '../../machines/paths/steps.ts';
import type { World } from '../../machines/paths/world.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

let world: World | undefined;
afterEach(async () => {
  await cleanup();
  world?.stop();
});

const tether = { code: 'USDT', scale: 6 };
const entry = set('give', '12345');
const asItIs = { rate: '1', minimum: '5', maximum: '50000', reserve: '90000', available: '60000' };
const free = { percent: '0', minimum: '0' };
const given = (model: Model, changes: object): Model => ({
  ...model,
  inputs: { foretold: { ...(Object.values(model.inputs)[0] as object), entry, ...changes } },
});
const { src, dst } = sampleExchange;
const exchanged = {
  ...{ ...sampleExchange, ...asItIs, fee: free },
  ...{ src: { ...src, ...tether }, dst: { ...dst, ...tether } },
};
const deposited = sampleForm('deposit');
const { method } = deposited;
const described = {
  ...{ ...deposited, ...asItIs },
  method: {
    ...{ ...method, minimum: '5', maximum: '50000', fee: free },
    ...{ give: { ...method.give, ...tether }, get: { ...method.get, ...tether } },
  },
};
const money = (currency: string) => ({ amount: '12345.000000', currency });
const landingQuote = answered({ give: money('USD'), get: money('BTC'), fee: money('USD'), rate: '1' });
const landed: Model = {
  ...given(landing, {}),
  outcomes: {
    ...landing.outcomes,
    'exchange.landing': { ...landing.outcomes['exchange.landing'], done: { foretold: landingQuote } },
  },
};

/** The answers that a machine waits for before it foretells. */
function quote(opened: World) {
  const answer = (leaf: string, outcome: string) =>
    take(landed, opened, { type: 'settle', leaf, name: leaf, how: 'done', outcome });
  answer('exchange.list', 'three pairs');
  take(landed, opened, { type: 'wait', ms: 400 });
  answer('exchange.landing', 'foretold');
}

const forms = [
  ['of an exchange', given(exchangeForm, { form: exchanged, formPath: '/exchange/form/USDT/USDT' })],
  ['that the server describes', given(describedForm, { kind: 'deposit', form: described, path: '/deposit/form/in' })],
  ['of the first page', landed],
] as const;
test.for(['en', 'ru'].flatMap((locale) => forms.map(([what, model]) => [what, locale as 'en' | 'ru', model] as const)))(
  'F4 one digit corrected in what was foretold changes that digit alone, in the form %s: %s',
  async (each) => {
    const [, locale, model] = each;
    await speak(locale);
    world = start(model, 'foretold');
    if (model === landed) quote(world);
    const { actor } = world;
    const View = (await viewOf(model)) as ComponentType<{ actor: AnyActorRef }>;
    const { container } = await render(
      <Page>
        <View actor={actor} />
      </Page>,
    );
    await expect.poll(() => container.querySelector<HTMLInputElement>('input[name=get]')?.value ?? '').not.toBe('');
    const field = container.querySelector<HTMLInputElement>('input[name=get]')!;
    const { value } = field;
    await userEvent.fill(field, value.replace(/5(?=\D*$)/, '6'));
    const { text } = (actor.getSnapshot().context as { entry: Entry }).entry;
    expect(readAmount(text, 6)).toEqual({ amount: '12346', doubtful: false });
  },
);
