import { sql } from 'kysely';

/** A card is good until the end of the month that is printed on it: by the clock that all servers have in common. */
export const isOver = sql<boolean>`coalesce(cards.expires < to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM'), false)`;
