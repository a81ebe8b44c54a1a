import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { Money } from '../../contract/money.ts';
import type { Fact, Operation, OperationLine } from '../../contract/operation.ts';
import { isPositive } from '../money.ts';
import { says, saysTime, tells } from '../form/sights.ts';
import { troubleOf } from '../form/trouble.ts';
import type { Sight } from '../model.ts';
import { dueBy, isSlow } from './due.ts';
import {
  codeProblem,
  findingOut,
  remaining,
  remainingToPay,
  untilAnotherCode,
  type OperationContext,
} from './operation.context.ts';
import { hasRate, isFree, isUncredited, isUndone, sidesOf, wordsOf } from './operation.words.ts';
import { knownBy, wordsOfCancel } from './order.words.ts';

/** What each screen of an operation must say. */
export const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as OperationContext;
export const operationIn = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).current;
/** How an operation stands that a flow has begun, where its own screen says that by its kind; '' on every other one. */
export const stageOf = ({ children }: AnyMachineSnapshot): string => {
  const operation = (children as Record<string, AnyActorRef | undefined>)['operation'];
  if (!operation) return '';
  const snapshot = operation.getSnapshot() as AnyMachineSnapshot;
  return snapshot.matches('reviewing') || snapshot.matches('tracking') ? (operationIn(snapshot)?.status ?? '') : '';
};
const scaleOf = (operation: Operation, money: Money) =>
  operation.give_currency.code === money.currency ? operation.give_currency.scale : operation.get_currency.scale;
/** One unit of what is given, to the last digit. */
const rate = ({ rate: amount, get }: Operation['terms']): Sight => ({
  amount: { amount, currency: get.currency },
  scale: amount.split('.')[1]?.length ?? 0,
});
/** The sides that say something stand on every screen of an operation that is known. */
export const pair = (operation: Operation | null): Sight[] =>
  operation
    ? sidesOf(operation).map((side) => ({
        amount: operation.terms[side],
        scale: scaleOf(operation, operation.terms[side]),
      }))
    : [];
/** What it costs beside that, where it costs something or might. */
const fee = (operation: Operation): Sight[] =>
  isFree(operation) ? [] : [{ amount: operation.terms.fee, scale: scaleOf(operation, operation.terms.fee) }];
/** Of several wallets each has a fee of its own. */
export const feeNamed = (operation: Operation): Sight[] => {
  if (operation.lines) return [];
  const named: Sight = { message: 'operation.fee' };
  if (isFree(operation)) return [{ absent: named }];
  if (isUndone(operation)) return [...says('operation.fee.plain', 'operation.fee.not_taken'), { absent: named }];
  return isPositive(operation.terms.fee.amount)
    ? [named, ...fee(operation)]
    : says('operation.fee.plain', 'operation.fee.none');
};
/** Of one wallet, beside its rate; one that came to nothing paid none. */
const feeOfLine = ({ status, terms: { fee: taken }, give_currency }: OperationLine): Sight => {
  const named: Sight = {
    message: 'ui.row.fee',
    params: { amount: { amount: taken, scale: give_currency.scale } },
  };
  return isUndone({ status }) ? { absent: named } : named;
};
/** The whole receipt: what was agreed to the last digit, and which operation it is. */
export const terms = (operation: Operation | null): Sight[] =>
  operation
    ? [
        ...pair(operation),
        ...feeNamed(operation),
        ...(operation.incoming ? [{ absent: { message: 'ui.step.open.done' } }] : []),
        ...(hasRate(operation) ? [{ message: 'operation.rate' }, rate(operation.terms)] : []),
        { text: operation.id },
        ...details(operation.facts),
        ...uncredited(operation),
        ...(operation.lines ?? []).flatMap((line): Sight[] => [
          { amount: line.terms.give, scale: line.give_currency.scale },
          { amount: line.terms.get, scale: line.get_currency.scale },
          rate(line.terms),
          feeOfLine(line),
          ...(line.status === 'open' ? [] : says(`operation.status.${line.status}`)),
          ...(line.reason ? says(`operation.reason.${line.reason}`) : []),
        ]),
      ]
    : [];
/** What came, and that it is not credited; nothing is to be paid any more. */
export const uncredited = (operation: Operation): Sight[] =>
  isUncredited(operation)
    ? [
        ...says(wordsOf.gave(operation), `ui.uncredited.${operation.reason}`),
        { absent: { message: 'ui.pair.asked' } },
        { absent: { message: wordsOf.give(operation) } },
      ]
    : [];
const details = (facts: readonly Fact[] = []): Sight[] =>
  facts.flatMap(({ label, text }): Sight[] => [{ message: `fact.${label}` }, { text }]);
const minutes = (ms: number) => {
  const seconds = Math.ceil(ms / 1000);
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
};
const countdown = (snapshot: AnyMachineSnapshot): Sight[] => {
  const left = remaining(contextOf(snapshot));
  const operation = operationIn(snapshot);
  const message = operation && hasRate(operation) ? 'operation.countdown' : 'operation.held_for';
  return left > 0 ? [{ message, params: { time: minutes(left) } }] : says('operation.lapsed');
};
const reason = (operation: Operation | null): Sight[] =>
  operation?.reason ? [{ message: wordsOf.reason(operation) }] : [];
export const inDoubt = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says(...doubts[findingOut(contextOf(snapshot))]),
  ...terms(operationIn(snapshot)),
];
const doubts = {
  lost: ['operation.finding_out.title', 'operation.finding_out.text'],
  lapsed: ['operation.lapsing.title', 'operation.lapsing.unsent'],
  'lapsed after a confirm': ['operation.lapsing.title', 'operation.lapsing.text'],
  reading: ['operation.resuming.title', 'operation.reading.text'],
};
export const compared = (snapshot: AnyMachineSnapshot): Sight[] => [
  ...says(
    'operation.terms_changed.title',
    'operation.terms_changed.text',
    'operation.terms_changed.old',
    'operation.terms_changed.new',
  ),
  ...countdown(snapshot),
  ...whole(operationIn(snapshot)),
  ...whole(contextOf(snapshot).previous),
];
/** All amounts that are compared: of several wallets, what each of them gives, brings and costs. */
const whole = (operation: Operation | null): Sight[] => {
  if (!operation) return [];
  return operation.lines
    ? operation.lines.flatMap((line): Sight[] => [
        { amount: line.terms.give, scale: line.give_currency.scale },
        { amount: line.terms.get, scale: line.get_currency.scale },
        { amount: line.terms.fee, scale: line.give_currency.scale },
      ])
    : [...pair(operation), ...fee(operation)];
};
/** How it is paid, while it can be. */
const paying = (snapshot: AnyMachineSnapshot): Sight[] => {
  const left = remainingToPay(contextOf(snapshot));
  const { payment } = operationIn(snapshot) ?? {};
  if (!payment || left === 0) return says('operation.paying.over');
  const { facts, hand_over, qr } = payment;
  const known = knownBy(facts);
  return [
    { message: 'operation.paying.until', params: { time: minutes(left) } },
    ...says(hand_over ? 'operation.paying.elsewhere' : 'operation.paying.by_hand'),
    ...(facts.length > 0 ? says('operation.paying.amount') : []),
    ...(known ? says(`operation.paying.${known}`) : []),
    ...details(facts),
    ...(qr === undefined ? [] : says('operation.paying.qr')),
    ...(hand_over ? says('operation.paying.go') : []),
  ];
};
/** By when it is usually done. */
const due = (snapshot: AnyMachineSnapshot): Sight[] => {
  const told = dueBy(contextOf(snapshot));
  return told ? saysTime('operation.due', told.by, told.now) : [];
};
export const underWay = (snapshot: AnyMachineSnapshot): Sight[] => {
  const { error, current } = contextOf(snapshot);
  if (!current) return [];
  const isPaying = current.status === 'awaiting_payment';
  return [
    ...says(wordsOf.title(current, remainingToPay(contextOf(snapshot)) > 0), 'operation.refresh'),
    ...says(isPaying ? 'operation.status.awaiting_payment' : wordsOf.underWay(current)),
    ...(error ? says('operation.tracking.unread') : []),
    ...(isSlow(contextOf(snapshot)) && !current.reason && !snapshot.matches({ tracking: 'paused' })
      ? says(wordsOf.slow(current))
      : []),
    ...reason(current),
    ...(current.reason === 'needs_verification' ? says('operation.verify') : []),
    ...(isPaying
      ? paying(snapshot)
      : current.reason
        ? []
        : [{ message: wordsOf.next(current), params: { currency: current.terms.get.currency } }, ...due(snapshot)]),
    ...(current.cancellable ? says('operation.cancel') : []),
    ...terms(current),
  ];
};
const textBetween = (name: string, operation: Operation | null): string => {
  if (operation && name === 'cancelling') return wordsOfCancel.underWay(operation);
  if (operation && name === 'too_late') return wordsOfCancel.tooLate(operation);
  return `operation.${name}.text`;
};
/** What went wrong or goes on between two steps, over the same sheet. */
export const between =
  (name: string, isNews: boolean) =>
  (snapshot: AnyMachineSnapshot): Sight[] => [
    ...says(`operation.${name}.title`, textBetween(name, operationIn(snapshot))),
    ...(isNews ? says('operation.understood') : []),
    ...terms(operationIn(snapshot)),
  ];
/** What becomes of money that is on its way, before anything is taken back. */
export const askedToCancel = (snapshot: AnyMachineSnapshot): Sight[] => {
  const operation = operationIn(snapshot);
  return [
    ...says('operation.cancel_asked.title', 'operation.cancel_asked.keep', 'operation.cancel'),
    ...(operation ? says(wordsOfCancel.asked(operation)) : []),
    ...terms(operation),
  ];
};
export const reviewing = (snapshot: AnyMachineSnapshot): Sight[] => {
  const context = contextOf(snapshot);
  const { nothingSent, error, current } = context;
  const problem = codeProblem(context, snapshot.hasTag('corrected'));
  const step = current?.second_step;
  const wait = untilAnotherCode(context);
  return [
    ...says('operation.reviewing.title', ...(step ? [] : ['ui.step.open.now'])),
    ...terms(current),
    ...countdown(snapshot),
    ...(nothingSent ? says('operation.nothing_sent') : []),
    ...(error && !problem ? tells(troubleOf(error)) : []),
    ...(current?.warnings ?? []).flatMap((warning) => says(`operation.warning.${warning}`)),
    ...(step
      ? [
          ...says('operation.code.ahead', 'operation.code.jump', 'operation.code.label'),
          ...(problem
            ? tells(problem)
            : [{ message: 'operation.code.help', params: { address: step.sent_to, left: step.tries_left } }]),
          wait > 0
            ? { message: 'operation.code.wait', params: { time: minutes(wait) } }
            : { message: 'operation.code.again' },
        ]
      : []),
  ];
};
/** A receipt: what became of the money first, in the words of its kind. */
export const ended = (snapshot: AnyMachineSnapshot): Sight[] => {
  const operation = operationIn(snapshot);
  return operation
    ? [...says(wordsOf.ended(operation), 'operation.ask'), ...terms(operation), ...reason(operation)]
    : [];
};
