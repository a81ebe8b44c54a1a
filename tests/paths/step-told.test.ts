import { expect, test } from 'vitest';
import deposit from '../../machines/flows/deposit/deposit.model.ts';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import type { Model } from '../../machines/model.ts';
import { byHand } from '../../machines/paths/by-hand.ts';
import { planTo } from '../../machines/paths/plans.ts';
import { nextSteps, walk } from '../../machines/paths/steps.ts';
import { wordsAlong } from '../../scripts/paths/told.ts';
import { stepTold } from '../../stories/gallery/step-told.ts';

const from = (model: Model, start: string): Model => ({ ...model, inputs: { [start]: model.inputs[start] } });
/** The way by hand to the confirm. */
const wayOf = (model: Model) => planTo(model, 'operation.submitting', () => undefined, byHand(model)).paths[0]!;

test('the steps of a walk call fields and methods as the screen does, in both languages', () => {
  const model = from(exchange, 'from the list');
  expect(wordsAlong(model, wayOf(model))).toContain('type an amount (You give, 100,00)');
  expect(wordsAlong(model, wayOf(model), 'ru')).toContain('введите сумму (Вы отдаёте, 100,00)');
  const ofDeposit = from(deposit, 'from the menu');
  expect(wordsAlong(ofDeposit, wayOf(ofDeposit))).toContain('choose a method (Bitcoin)');
});

test('what may be done next beside a story is called as its screen does', () => {
  const model = from(exchange, 'from the list');
  const { input, steps } = wayOf(model);
  const typed = steps.findIndex((step) => step.type === 'say' && step.event.type === 'user.amount typed');
  const world = walk(model, { input, steps: steps.slice(0, typed) });
  const next = nextSteps(model, world).map((step) => stepTold(model, world, step));
  world.stop();
  expect(next.map(({ en }) => en)).toContain('type an amount (You give, 100,00)');
  expect(next.map(({ ru }) => ru)).toContain('введите сумму (Вы отдаёте, 100,00)');
  expect(next.filter(({ en }) => /\((give|get),/.test(en))).toEqual([]);
});
