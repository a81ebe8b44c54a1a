import type { Fact } from '../../contract/operation.ts';
import type { MethodNames } from '../payments/method-names.ts';
import { findKind } from './kinds.ts';
import type { OperationRow } from './row.ts';

/** What of an operation its reader sees. Amounts as the row has them; `fee` is in the currency of `give`. */
export interface Shown {
  give: string;
  giveCurrency: string;
  get: string;
  fee: string;
  rate: string;
  facts: Fact[];
  incoming: boolean;
}

/**
 * An operation as `viewer` reads it. Whoever got the money sees what came, from whom, and nothing of what it cost the
 * other one. A way in or out is called as its reader's language calls it, whatever it was called when it was chosen.
 */
export const shownTo = (row: OperationRow, names: MethodNames, locale: 'ru' | 'en', viewer?: string): Shown => {
  const { method = '', received_facts: received = [] } = row.details;
  const told = findKind(row)?.facts?.(row, locale) ?? row.details.facts ?? [];
  const facts = told.map((fact) =>
    fact.label === 'method' ? { ...fact, text: names.get(method) ?? fact.text } : fact,
  );
  if (viewer !== undefined && viewer === row.counterparty_id)
    return {
      give: row.get,
      giveCurrency: row.get_currency,
      get: row.get,
      fee: '0',
      rate: '1',
      facts: received,
      incoming: true,
    };
  const { give, give_currency: giveCurrency, get, fee, rate } = row;
  return { give, giveCurrency, get, fee, rate, facts, incoming: false };
};
