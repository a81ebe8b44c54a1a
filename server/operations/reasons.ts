/** Why an operation is where it is; each has words at `operation.reason.<reason>` in both languages. */
export const reasons = [
  'quote_expired',
  'terms_changed',
  'replaced',
  'taking_longer',
  'provider_declined',
  'cancelled_by_house',
] as const;
export type Reason = (typeof reasons)[number];
