import { sql, type RawBuilder } from 'kysely';

/**
 * Whether an operation, called `o`, is under way although the moment by which it was promised has passed. What waits for a
 * verified identity waits for its person, and not for a provider.
 */
export const isLate: RawBuilder<boolean> = sql<boolean>`(o.status = 'processing' and o.expected_by < clock_timestamp()
  and o.reason is distinct from 'needs_verification')`;
