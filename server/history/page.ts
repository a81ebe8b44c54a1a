import type { HistoryKind } from '../../contract/calls/history.ts';
import type { Operation, OperationFilter } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import { operationEntities } from '../operations/entity.ts';
import { cursorOf, historyRows } from './rows.ts';

const pageSize = 20;

/** One page of one history of an account. @throws Refusal 422 for a field of the filter. */
export const historyPage = async (
  db: Db,
  { id: account, locale, zone }: { id: string; locale: 'ru' | 'en'; zone: string },
  kind: HistoryKind,
  filter: OperationFilter,
): Promise<{ items: Operation[]; next: string | null }> => {
  const rows = await historyRows(db, { account, kind, zone }, filter, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    items: await operationEntities(db, shown, locale, account),
    next: rows.length > pageSize && last ? cursorOf(last) : null,
  };
};
