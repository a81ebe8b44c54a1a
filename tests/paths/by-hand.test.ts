import { describe, expect, test } from 'vitest';
import cardOrder from '../../machines/flows/card-order/card-order.model.ts';
import deposit from '../../machines/flows/deposit/deposit.model.ts';
import exchangeAll from '../../machines/flows/exchange-all/exchange-all.model.ts';
import exchange from '../../machines/flows/exchange/exchange.model.ts';
import login from '../../machines/flows/login/login.model.ts';
import purchase from '../../machines/flows/purchase/purchase.model.ts';
import transfer from '../../machines/flows/transfer/transfer.model.ts';
import withdraw from '../../machines/flows/withdraw/withdraw.model.ts';
import type { Model } from '../../machines/model.ts';
import { byHand } from '../../machines/paths/by-hand.ts';
import { planThrough, planTo } from '../../machines/paths/plans.ts';
import { modelOfMachine, readModels } from '../../scripts/paths/models.ts';
import { asText } from '../../scripts/paths/print.ts';
import type { Step } from '../../machines/paths/world.ts';
import { tell, type ToldStep } from '../../scripts/paths/told.ts';

const beginning = (model: Model, start: string): Model => ({ ...model, inputs: { [start]: model.inputs[start] } });
const fromTheList = beginning(exchange, 'from the list');

test('a path by hand has nothing in it that the page hears by itself, and begins where it was told to', () => {
  const { paths } = planTo(fromTheList, 'finished.failed', () => undefined, byHand(fromTheList));
  expect(paths).toHaveLength(1);
  for (const { input, steps } of paths) {
    expect(input).toBe('from the list');
    const said = steps.flatMap((step) => (step.type === 'say' ? [step.event.type] : []));
    expect(said.filter((type) => !type.startsWith('user.'))).toEqual([]);
  }
});

describe('every money flow has a way by hand from its start to the confirm, on which whatever is needed is typed', () => {
  test.each<[Model, string, string[]]>([
    [exchange, 'from the list', ['user.amount typed']],
    [exchangeAll, 'from the list', ['user.currency chosen']],
    [transfer, 'from the menu', ['user.recipient typed', 'user.amount typed']],
    [withdraw, 'from the menu', ['user.method chosen', 'user.amount typed', 'user.field filled']],
    [deposit, 'from the menu', ['user.method chosen', 'user.amount typed']],
    [purchase, 'from the menu', ['user.method chosen', 'user.amount typed', 'user.field filled']],
  ])('$name', (whole, start, typed) => {
    const model = beginning(whole, start);
    const { paths } = planTo(model, 'operation.submitting', () => undefined, byHand(model));
    const steps = paths[0]?.steps ?? [];
    const said = steps.flatMap((step) => (step.type === 'say' ? [step.event.type] : []));
    expect(said).toEqual(expect.arrayContaining([...typed, 'user.submitted']));
    expect(said.at(-1)).toBe('user.confirmed');
    const read = steps.flatMap((step) => (step.type === 'settle' && step.name === 'draft.read' ? [step.outcome] : []));
    expect(new Set(read)).toEqual(new Set([expect.stringMatching(/^no/)]));
    // The page goes where the person's step led, and nowhere else.
    const arrived = said.filter((type) => !type.startsWith('user.'));
    expect(arrived.every((type) => type === 'house.arrived')).toBe(true);
  });
});

/** The one path by hand to a state. */
function stepsTo(model: Model, state: string): readonly Step[] {
  const { paths } = planTo(model, state, () => undefined, byHand(model));
  expect(paths).toHaveLength(1);
  return paths[0]?.steps ?? [];
}
const saidIn = (steps: readonly Step[]) => steps.flatMap((step) => (step.type === 'say' ? [step.event.type] : []));

test.each([deposit, purchase])('nobody who begins $name by hand has an unpaid order', (whole) => {
  const steps = stepsTo(beginning(whole, 'from the menu'), 'operation.submitting');
  const read = steps.flatMap((step) => (step.type === 'settle' && /progress/.test(step.name) ? [step.outcome] : []));
  expect(read).toEqual(['none is unpaid']);
});

test.each<[Model, string]>([
  [withdraw, 'from the menu'],
  [deposit, 'from the menu'],
  [cardOrder, 'of a virtual card'],
])('what a person of $name takes back is confirmed first, and then cancelled by a press', (whole, start) => {
  const said = saidIn(stepsTo(beginning(whole, start), 'finished.cancelled'));
  expect(said.slice(said.indexOf('user.confirmed'))).toContain('user.cancelled');
});

test.each(['finished.succeeded', 'finished.failed', 'finished.cancelled'])(
  'nothing becomes of terms by hand that nobody confirmed: %s, and no call has to fail for it or stay without an answer',
  (state) => {
    const steps = stepsTo(fromTheList, state);
    expect(saidIn(steps)).toContain('user.confirmed');
    expect(steps.filter((step) => step.type === 'settle' && step.how === 'error')).toEqual([]);
    expect(steps.flatMap((step) => (step.type === 'settle' ? [step.name] : []))).toContain('exchange.submit');
    expect(steps.flatMap((step) => (step.type === 'wait' ? [step.ms] : [])).filter((ms) => ms >= 10_000)).toEqual([]);
  },
);

test('whoever signs in by a code types the address', () => {
  expect(saidIn(stepsTo(beginning(login, 'by code'), 'signed in'))).toContain('user.email typed');
});

/** What a path by hand to the confirm says, as it is printed. */
async function printedToConfirm(whole: Model, start: string): Promise<ToldStep[]> {
  const model = beginning(whole, start);
  const modelOf = modelOfMachine(await readModels());
  const { paths } = planTo(model, 'operation.submitting', modelOf, byHand(model));
  return tell(model, paths[0]!, 'en', modelOf).steps;
}
const reviewOf = (steps: readonly ToldStep[]): string =>
  steps.findLast(({ shows }) => shows.includes('Check the terms'))?.shows.join(' · ') ?? '';

test('the review of a path by hand says what was put in, and nothing that was not', async () => {
  const ofTransfer = reviewOf(await printedToConfirm(transfer, 'from the menu'));
  expect(ofTransfer).toContain('You entered · anna@example.com');
  expect(ofTransfer).not.toContain('Comment');
  expect(reviewOf(await printedToConfirm(withdraw, 'from the menu'))).not.toContain('Document');
  const all = await printedToConfirm(exchangeAll, 'from the list');
  expect(all.map(({ words }) => words)).toContain('choose a currency (BTC)');
  expect(reviewOf(all)).toContain('0.00209746 BTC');
});

test('a step by hand calls fields and methods as the screen does', async () => {
  const words = async (model: Model, start: string) => (await printedToConfirm(model, start)).map((step) => step.words);
  expect(await words(exchange, 'from the list')).toContain('type an amount (You give, 100,00)');
  expect(await words(transfer, 'from the menu')).toContain('type an amount (Leaves your wallet, 10)');
  const ofWithdrawal = await words(withdraw, 'from the menu');
  expect(ofWithdrawal).toContain('choose a method (Bitcoin)');
  expect(ofWithdrawal).toContain('type an amount (Leaves your wallet, 0,05)');
  expect(ofWithdrawal).toContainEqual(expect.stringMatching(/^fill a field \(Recipient’s address, bc1q/));
});

test('a state is told once, however many machines stand in it, and a wish in the language of the rest', async () => {
  const model = beginning(withdraw, 'from the menu');
  const modelOf = modelOfMachine(await readModels());
  const { paths, tally } = planTo(model, 'operation.submitting', () => undefined, byHand(model));
  const told = paths.map((path) => ({ ...tell(model, path, 'ru', modelOf), about: null }));
  expect(told).toHaveLength(1);
  for (const { title } of told[0]?.steps ?? [])
    expect([title, new Set(title.split(', ')).size]).toEqual([title, title.split(', ').length]);
  const printed = { model, lang: 'ru', wish: 'to operation.submitting', paths: told, more: 0, tally } as const;
  expect(asText(printed)).toMatch(/^Вывод средств \(до operation\.submitting\)\n/);
});

test('what has no way says how far the search came, in both languages', () => {
  const model = beginning(transfer, 'from the menu');
  const { tally } = planThrough(model, 'user.confirmed', byHand(model));
  expect(tally.missing.length).toBeGreaterThan(0);
  const told = (lang: 'en' | 'ru') => asText({ model, lang, wish: '', paths: [], more: 0, tally });
  expect(told('en')).toMatch(/ways found: 2 of 4\n.*these samples lead on from it otherwise; all \d+ steps/);
  expect(told('ru')).toMatch(/найдено путей: 2 из 4\n.*эти примеры ведут из него иначе; испробованы все/);
});
