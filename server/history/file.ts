import type { HistoryKind } from '../../contract/calls/history.ts';
import type { Fact, OperationFilter, OperationLine, OperationStatus } from '../../contract/operation.ts';
import { reasonKey } from '../../contract/reason-words.ts';
import { isCardPayment, whomOf } from '../../contract/whom.ts';
import type { SignedInCtx } from '../area.ts';
import { say } from '../http/words.ts';
import { currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { plain, written } from '../money/decimal.ts';
import { readLines } from '../operations/lines.ts';
import { shownTo } from '../operations/shown.ts';
import { methodNames, type MethodNames } from '../payments/method-names.ts';
import { csvLine, csvNumber, csvStyles } from './csv.ts';
import { secondIn } from './days.ts';
import { cursorOf, hasKinds, historyRows, type HistoryRow } from './rows.ts';

/** Rows that are read at once: a file of any length needs no more memory than these. */
const atOnce = 500;

const columns = [
  'id',
  'created',
  'kind',
  'status',
  'direction',
  'give',
  'give_currency',
  'get',
  'get_currency',
  'fee',
  'fee_currency',
  'rate',
  'method',
  'other',
  'comment',
  'reason',
] as const;

type Cells = Record<(typeof columns)[number], string>;

/** Columns of amounts are summed: they are empty where nothing moved, nor is on its way. */
const amountsIn = (status: OperationStatus, amounts: Pick<Cells, 'give' | 'get' | 'fee'>): typeof amounts =>
  status === 'completed' || status === 'processing' ? amounts : { give: '', get: '', fee: '' };

interface Reading {
  currencies: Map<string, CurrencyRow>;
  names: MethodNames;
  viewer: string;
  locale: 'ru' | 'en';
  zone: string;
}

const cellsOf = (row: HistoryRow, { currencies, names, viewer, locale, zone }: Reading): Cells => {
  const shown = shownTo(row, names, locale, viewer);
  const give = currencyOf(currencies, shown.giveCurrency);
  const get = currencyOf(currencies, row.get_currency);
  // Whoever gets a bonus, or what somebody sent, gave nothing for it.
  const gaveNothing = row.kind === 'bonus' || shown.incoming;
  // What a card costs brings a card, and no money; whom it is sent to is not who got the price.
  const isCard = row.kind === 'card_order';
  const byCard = isCardPayment(shown.facts);
  const fact = (label: Fact['label']) => shown.facts.find((one) => one.label === label)?.text ?? '';
  return {
    id: row.id,
    created: secondIn(row.created_at, zone),
    kind: say(locale, `operation.name.${byCard ? 'card_payment' : row.kind}`),
    status: say(locale, `operation.status.${row.status}`),
    direction: row.kind === 'transfer' ? say(locale, `history.file.${shown.incoming ? 'in' : 'out'}`) : '',
    give_currency: gaveNothing ? '' : give.code,
    get_currency: isCard ? '' : get.code,
    fee_currency: gaveNothing ? '' : give.code,
    ...amountsIn(row.status, {
      give: gaveNothing ? '' : written(shown.give, give.scale),
      get: isCard ? '' : written(shown.get, get.scale),
      fee: gaveNothing ? '' : written(shown.fee, give.scale),
    }),
    // One currency has no rate.
    rate: give.code === get.code ? '' : plain(shown.rate),
    method: fact(byCard ? 'card' : 'method'),
    other: isCard ? fact('card') : whomOf(shown.facts),
    comment: fact('comment') || fact('bonus'),
    reason: row.reason === null ? '' : say(locale, reasonKey(row)),
  };
};

/** One row a wallet, under the number of the operation: what each gave, brought, cost, and how it ended. */
const cellsOfLine = (whole: Cells, { status, terms, reason }: OperationLine, locale: 'ru' | 'en'): Cells => ({
  ...whole,
  status: say(locale, `operation.status.${status}`),
  give_currency: terms.give.currency,
  get_currency: terms.get.currency,
  fee_currency: terms.fee.currency,
  ...amountsIn(status, { give: terms.give.amount, get: terms.get.amount, fee: terms.fee.amount }),
  rate: terms.rate,
  reason: reason === undefined ? '' : say(locale, `operation.reason.${reason}`),
});

/** What found the whole may have found it by another of its lines. */
const letsThrough = ({ status, currency = '' }: OperationFilter, line: OperationLine): boolean =>
  (status === undefined || line.status === status) &&
  (currency === '' || line.terms.give.currency === currency || line.terms.get.currency === currency);

const numeric: ReadonlySet<string> = new Set(['give', 'get', 'fee', 'rate'] satisfies (keyof Cells)[]);

/** Lines of the file, some at a time, as they are asked for. */
async function* linesOf(ctx: SignedInCtx, kind: HistoryKind, filter: OperationFilter): AsyncGenerator<string> {
  const { db, account, locale } = ctx;
  const currencies = await readCurrencies(db);
  const zone = ctx.zone();
  const style = csvStyles[locale];
  const shown = columns.filter((column) => column !== 'kind' || hasKinds(kind));
  // The mark tells table programs that this is UTF-8.
  yield `\uFEFF${csvLine(
    shown.map((column) => say(locale, column === 'method' ? 'fact.method' : `history.file.${column}`, { zone })),
    style,
  )}`;
  let cursor: string | undefined;
  for (;;) {
    const asked = { ...filter, ...(cursor !== undefined && { cursor }) };
    const rows = await historyRows(db, { account: account.id, kind, zone }, asked, atOnce);
    const lines = await readLines(db, rows, currencies, locale);
    const names = await methodNames(db, rows, locale);
    const cells = rows.flatMap((row) => {
      const whole = cellsOf(row, { currencies, names, viewer: account.id, locale, zone });
      const its = lines.get(row.id)?.filter((line) => letsThrough(filter, line));
      return its?.map((line) => cellsOfLine(whole, line, locale)) ?? [whole];
    });
    const lineOf = (one: Cells) =>
      csvLine(
        shown.map((column) => (numeric.has(column) ? csvNumber(one[column], style) : one[column])),
        style,
      );
    if (rows.length > 0) yield cells.map(lineOf).join('');
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    cursor = cursorOf(last);
  }
}

export const headersOf = ({ now }: SignedInCtx, kind: HistoryKind): Record<string, string> => ({
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': `attachment; filename="${kind}-${now.slice(0, 10)}.csv"`,
  'Cache-Control': 'no-store',
});

/**
 * The whole of a filtered history as a file. What is wrong with the filter is refused before the first byte; a fault later
 * breaks the file off, which the browser tells.
 * @throws Refusal 422 as `historyRows`.
 */
export const historyFileOf = async (
  ctx: SignedInCtx,
  kind: HistoryKind,
  filter: OperationFilter,
): Promise<Response> => {
  const lines = linesOf(ctx, kind, filter);
  const encoder = new TextEncoder();
  // The first two: the second is the first question to the database.
  const begun = [await lines.next(), await lines.next()];
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = begun.shift() ?? (await lines.next());
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    cancel: async () => void (await lines.return(undefined)),
  });
  return new Response(body, { headers: headersOf(ctx, kind) });
};
