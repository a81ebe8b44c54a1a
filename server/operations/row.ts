import type { Selectable } from 'kysely';
import type { LedgerTables } from '../db/tables/ledger.ts';

export type OperationRow = Selectable<LedgerTables['operations']>;

/** Who paid, as whoever gets the money is told. */
export const payerOf = ({ details }: OperationRow): string =>
  details.received_facts?.find(({ label }) => label === 'from')?.text ?? '';
