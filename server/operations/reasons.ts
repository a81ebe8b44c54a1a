/** Why an operation is where it is; each has words at `operation.reason.<reason>` in both languages. */
export const reasons = [
  'quote_expired',
  'terms_changed',
  'replaced',
  'taking_longer',
  'provider_declined',
  'payout_declined',
  'issuer_declined',
  'cancelled_by_house',
  'cancelled_by_person',
  'too_many_codes',
  'not_paid',
  'payment_declined',
  'payment_not_confirmed',
  'wrong_amount',
  'payment_late',
  'heard_late',
  'needs_verification',
  'sent_back',
  'returned',
  'some_failed',
] as const;
export type Reason = (typeof reasons)[number];
