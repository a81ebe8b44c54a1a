import type { AnyMachineSnapshot } from 'xstate';
import type { Field } from '../../contract/payment.ts';
import type { Money } from '../../contract/money.ts';
import { otherSide, type Side } from '../form/amount.ts';
import { currencyOf, limitsOf } from '../form/quote.ts';
import { readAmount } from '../form/read-amount.ts';
import { says, tells, tellsAtAmount, tellsFee, tellsLimits } from '../form/sights.ts';
import type { Sight } from '../model.ts';
import {
  cardFrameOf,
  hasRate,
  pairOf,
  shownPreview,
  shownProblem,
  without,
  type DescribedFormContext,
} from './described-form.context.ts';

/** What a described form must say. */
export const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as DescribedFormContext;

export const title = ({ form, kind }: DescribedFormContext): Sight =>
  form
    ? { message: `payment.form.title.${kind}`, params: { method: form.method.name } }
    : { message: `payment.title.${kind}` };

/** Below an amount: how a doubtful one was read, else its limits, unless an error stands there. */
function help(snapshot: AnyMachineSnapshot, side: Side): Sight[] {
  const context = contextOf(snapshot);
  const { form, entry } = context;
  const isOwn = entry.side === side;
  if (!form || (isOwn && shownProblem(context, snapshot.hasTag('corrected')))) return [];
  const { code, scale } = currencyOf(pairOf(form), side);
  const read = isOwn ? readAmount(entry.text, scale) : null;
  if (read && 'amount' in read && read.doubtful)
    return [
      { message: 'amount.read_as', params: { amount: { amount: { amount: read.amount, currency: code }, scale } } },
    ];
  return tellsLimits(pairOf(form), side, entry);
}

/** How the screen calls fields and what is chosen in them. */
export const calledFields = (fields: readonly Field[]): Record<string, Sight> =>
  Object.fromEntries(
    fields.flatMap(({ name, label, options = [] }): [string, Sight][] => [
      ...options.map((option): [string, Sight] => [option.value, { text: option.label }]),
      [name, { message: `form.field.${label}` }],
    ]),
  );
export const calledSides = (kind: DescribedFormContext['kind']): Record<string, Sight> => ({
  give: { message: `operation.give.${kind}` },
  get: { message: `operation.get.${kind}` },
  all: { message: 'exchange.part.all' },
});

const fieldSights = (
  { card, files, wrong, ...context }: DescribedFormContext,
  { name, kind, label, required }: Field,
): Sight[] => [
  { message: `form.field.${label}` },
  ...tells(wrong[name] ?? null),
  ...(required || wrong[name] ? [] : says('form.optional')),
  ...(kind === 'card'
    ? card
      ? [{ text: card.shown }, ...says('payment.card.again')]
      : cardFrameOf(context)
        ? []
        : says('payment.card.blocked')
    : []),
  ...(kind === 'file' ? (files[name] ? [{ text: files[name].name }] : says('payment.file.choose')) : []),
];

/** What the form says before a digit is typed, and what it foretells after. */
export function editing(snapshot: AnyMachineSnapshot): Sight[] {
  const context = contextOf(snapshot);
  const { form, entry, kind } = context;
  if (!form) return [];
  const pair = pairOf(form);
  const { available } = limitsOf(pair, 'give');
  const preview = shownPreview(context);
  const follows = otherSide(entry.side);
  const amountOf = (side: Side, amount: Money): Sight => ({
    amount,
    scale: currencyOf(pair, side).scale,
    approximate: true,
  });
  return [
    title(context),
    ...says(`operation.give.${kind}`, `operation.get.${kind}`, 'exchange.submit', 'payment.another_method'),
    ...(available
      ? [
          ...says('exchange.part.all'),
          { message: 'exchange.available', params: { amount: { amount: available, scale: pair.src.scale } } },
        ]
      : []),
    ...help(snapshot, 'give'),
    ...help(snapshot, 'get'),
    ...(hasRate(context)
      ? [
          ...says('exchange.rate'),
          { message: 'ui.rate.about', params: { from: pair.src.code, rate: { rate: pair.rate }, to: pair.dst.code } },
        ]
      : []),
    ...tellsFee(pair, preview),
    ...(preview ? [amountOf(follows, preview[follows])] : []),
    ...(form.recipients?.length ? says('payment.recipients') : []),
    ...form.fields.flatMap((field) => fieldSights(context, field)),
    ...tells(context.trouble),
    ...tellsAtAmount(shownProblem(context, snapshot.hasTag('corrected')), form.today),
  ];
}

/** What is wrong, for telling two screens apart. */
export const wrongNames = ({ wrong }: DescribedFormContext): string =>
  Object.keys(without(wrong, 'amount')).toSorted().join();
