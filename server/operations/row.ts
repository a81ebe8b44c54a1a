import type { Selectable } from 'kysely';
import type { LedgerTables } from '../db/tables/ledger.ts';

export type OperationRow = Selectable<LedgerTables['operations']>;
