import { textOf } from './files.ts';
import type { Edit, Kind } from './mutant.ts';

/** A mutant that the tests of every day kill: what goes wrong, and the one place in the text where it is made to. */
export interface Fixed {
  what: string;
  kind: Kind;
  file: string;
  find: string;
  put: string;
}

const operation = 'machines/operation/operation.machine.ts';
const operationSetup = 'machines/operation/operation.setup.ts';
const operationContext = 'machines/operation/operation.context.ts';
const around = 'machines/operation/around.chart.ts';
const exchange = 'machines/flows/exchange/exchange.machine.ts';
const exchangeContext = 'machines/flows/exchange/exchange.context.ts';
const session = 'machines/residents/session/session.machine.ts';
const navigation = 'machines/residents/navigation/navigation.machine.ts';

const of = (kind: Kind, file: string, what: string, find: string, put = ''): Fixed => ({ kind, file, what, find, put });

export const fixedCharts: readonly Fixed[] = [
  of(
    'targets',
    operation,
    'a confirm without an answer is told as failed',
    `{ target: 'finding out', actions: 'note that the answer was lost' },`,
    `{ target: 'failed', actions: 'note that the answer was lost' },`,
  ),
  of(
    'targets',
    operation,
    'a confirm without an answer is sent again',
    `{ target: 'finding out', actions: 'note that the answer was lost' },`,
    `{ target: 'submitting', reenter: true },`,
  ),
  of(
    'targets',
    operation,
    'a confirm whose answer is overdue is told as failed',
    `'an answer is overdue': { target: 'finding out', actions: 'note that the answer was lost'`,
    `'an answer is overdue': { target: 'failed', actions: 'note that the answer was lost'`,
  ),
  of(
    'targets',
    operation,
    'what has failed is told as completed',
    `{ guard: 'it has failed', target: 'failed' }`,
    `{ guard: 'it has failed', target: 'succeeded' }`,
  ),
  of(
    'targets',
    operation,
    'a click that was meant for the old terms confirms the new ones',
    `appearing: { after: { 'a look takes': 'compared' } }`,
    `appearing: { after: { 'a look takes': 'compared' }, on: { 'user.confirmed': '#operation.submitting' } }`,
  ),
  of(
    'targets',
    exchange,
    'an operation in the address is not opened',
    `target: 'operating' }, {`,
    `target: 'filling' }, {`,
  ),
  of(
    'guards',
    operation,
    'a quote is confirmed after it has lapsed',
    `{ guard: 'the code is there', target: 'submitting'`,
    `{ target: 'submitting'`,
  ),
  of(
    'guards',
    operationSetup,
    'a quote holds a moment longer than it does',
    `'the code is there': ({ context }) => remaining(context) > 0`,
    `'the code is there': ({ context }) => remaining(context) >= 0`,
  ),
  of('guards', operationSetup, 'open is taken for completed', `=== 'completed'`, `=== 'open'`),
  of('guards', around, 'a rejected check is taken for an outcome', `output.kind === 'rejected',`, `false,`),
  of(
    'guards',
    session,
    'another person goes on in the place of the first',
    `context.account !== null && personIn(event)?.account_id === context.account`,
    `context.account !== null && personIn(event) !== null`,
  ),
  of('guards', navigation, 'a typed amount is left without a question', `context.holding !== null`, `false`),
  of(
    'actions',
    operationSetup,
    'new terms stand alone, without the old ones',
    `previous: context.current, code: ''`,
    `code: ''`,
  ),
  of(
    'actions',
    operationSetup,
    'nobody notes that an answer was lost',
    `lost: true,\n      mayArrive: true,`,
    `mayArrive: true,`,
  ),
  of(
    'actions',
    operation,
    'a step that nothing may cover is covered',
    `entry: ['note that it is confirmed', 'tell that a confirm is on its way', 'forbid covering']`,
    `entry: ['note that it is confirmed', 'tell that a confirm is on its way']`,
  ),
  of(
    'actions',
    around,
    'the operation does not stand in the address',
    `{ type: 'name the operation in the address', params: given },`,
  ),
  of(
    'actions',
    session,
    'drafts of the one who was here stay',
    `const leaveByRequest = [tell('tabs.signed out'), ...letGo, ...erase,`,
    `const leaveByRequest = [tell('tabs.signed out'), ...letGo, ...stay,`,
  ),
  of(
    'actions',
    session,
    'drafts of the one who left in another tab stay',
    `...letGo, ...erase, gone('elsewhere')`,
    `...letGo, ...stay, gone('elsewhere')`,
  ),
  of(
    'delays',
    operationSetup,
    'the status is asked ten times as seldom',
    `: context.pause),`,
    `: 10 * context.pause),`,
  ),
  of('delays', operation, 'finding out goes on for ever', `'finding out took too long': 'unknown',`),
  of(
    'delays',
    operation,
    'a check may keep waiting for ever',
    `after: { 'an answer is overdue': { target: 'rejected', actions: 'keep that the answer is late' } },`,
  ),
  of('outputs', operationContext, 'the confirm names another operation', `: { id: id ?? '',`, `: { id: 'another',`),
  of(
    'outputs',
    operation,
    'the end says completed of what has failed',
    `kind: 'failed', operation`,
    `kind: 'succeeded', operation`,
  ),
  of(
    'outputs',
    exchangeContext,
    'the check asks for another amount',
    `amountIn(entry, `,
    `amountIn({ ...entry, text: '7' + entry.text }, `,
  ),
  of('outputs', exchangeContext, 'the check does not say what it replaces', `...replacing({ replaces }),`),
];

const review = 'src/features/operation/review.tsx';
const asides = 'src/features/operation/asides.tsx';
const amount = 'src/ui/amount.tsx';

export const fixedViews: readonly Fixed[] = [
  of(
    'amounts',
    review,
    'the button names another amount than the one that is sent',
    `give: formatMoney(give, `,
    `give: formatMoney({ ...give, amount: '7' + give.amount }, `,
  ),
  of(
    'amounts',
    'src/features/operation/terms.tsx',
    'the fee is another one',
    `<Amount {...fee}`,
    `<Amount {...fee} amount={'7' + fee.amount}`,
  ),
  of('amounts', amount, 'an estimate stands as a promise', `approximate ? '≈\\u00a0' : ''`, `''`),
  of('branches', review, 'that nothing was sent is not said', `nothingSent && <Notice`, `false && <Notice`),
  of(
    'branches',
    review,
    'the old terms do not stand beside the new ones',
    `step === 'terms changed' && previous ?`,
    `false ?`,
  ),
  of('branches', amount, 'hidden balances are shown', `{hidden ? (`, `{false ? (`),
  of(
    'branches',
    asides,
    'an unknown end reads like an operation that could not be read',
    `const isUnknown = name === 'unknown' &&`,
    `const isUnknown = false &&`,
  ),
  of(
    'texts',
    'src/features/operation/receipt.tsx',
    'a receipt does not say how it ended',
    `{t(wordsOf.ended(operation))}`,
  ),
];

/** The place of a fixed mutant in its file. @throws Error when it does not stand there once: the list is behind the code. */
export function editOf({ file, find, put, what }: Fixed): Edit {
  const code = textOf(file);
  const start = code.indexOf(find);
  if (start < 0 || code.includes(find, start + 1)) throw new Error(`${what}: ${file} must hold once: ${find}`);
  return { start, end: start + find.length, text: put };
}
