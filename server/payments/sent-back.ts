import type { Fact } from '../../contract/operation.ts';
import type { Db } from '../db/db.ts';
import type { OperationRow } from '../operations/row.ts';

/** `November 27, 2026`, a day in UTC: neither a letter nor a notification knows the zone of its reader. */
export const dayOf = (moment: string, locale: 'ru' | 'en'): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));

/** What is known of the way of those among these deposits whose money was sent back, by the id. */
export const readSentBack = async (db: Db, rows: OperationRow[], locale: 'ru' | 'en'): Promise<Map<string, Fact[]>> => {
  const ids = rows.filter(({ reason }) => reason === 'returned').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('returned_deposits')
    .select(['operation_id', 'sent_at', 'reference'])
    .where('operation_id', 'in', ids)
    .where('sent_at', 'is not', null)
    .$narrowType<{ sent_at: string; reference: string }>()
    .execute();
  return new Map(
    found.map(({ operation_id: id, sent_at: at, reference }) => [
      id,
      [
        { label: 'sent_on', text: dayOf(at, locale) },
        { label: 'sent_as', text: reference, exact: true },
      ],
    ]),
  );
};
