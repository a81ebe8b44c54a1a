import { sql, type Kysely } from 'kysely';

const statements = [
  // Nothing can be paid with a card that is not made: an order with such a row behind it could not end.
  `delete from card_operations o using cards c where c.id = o.card_id and c.status = 'ordered'`,
  // Checked without the limits that the check keeps from now on: they are asked for anew.
  `update operations set expires_at = clock_timestamp()
    where kind = 'card_order' and status = 'open' and expires_at > clock_timestamp()`,
];

/** Orders of cards that were charged can end; those that were checked before now are checked again. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
