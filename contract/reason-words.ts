/** Where money comes from outside nobody must pay twice. */
const paidIn = ['deposit', 'purchase'];
const toldApart = ['cancelled_by_house', 'cancelled_by_person'];

interface Ended {
  kind: string;
  reason?: string | null | undefined;
  replaced_by?: string | null | undefined;
}

/** The message that tells why an operation is where it is. */
export const reasonKey = ({ kind, reason, replaced_by: another }: Ended): string => {
  // What came besides is recorded elsewhere.
  if (reason === 'payment_not_confirmed' && (another ?? null) !== null) return 'operation.paid_twice';
  const isToldApart = paidIn.includes(kind) && toldApart.includes(reason ?? '');
  return `operation.reason.${reason ?? ''}${isToldApart ? '_in' : ''}`;
};
