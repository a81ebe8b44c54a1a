/** Where money comes from outside nobody must pay twice. */
const paidIn = ['deposit', 'purchase'];
const toldApart = ['cancelled_by_house', 'cancelled_by_person'];
/** What is told once money came for it besides, which is recorded elsewhere. */
const withAnother: Readonly<Record<string, string>> = {
  payment_not_confirmed: 'operation.paid_twice',
  cancelled_by_house: 'operation.paid_when_cancelled',
  cancelled_by_person: 'operation.paid_when_cancelled',
};

interface Ended {
  kind: string;
  reason?: string | null | undefined;
  replaced_by?: string | null | undefined;
}

/** The message that tells why an operation is where it is. */
export const reasonKey = ({ kind, reason, replaced_by: another }: Ended): string => {
  const isPaidIn = paidIn.includes(kind);
  const besides = (another ?? null) === null ? undefined : withAnother[reason ?? ''];
  if (isPaidIn && besides) return besides;
  const isToldApart = isPaidIn && toldApart.includes(reason ?? '');
  return `operation.reason.${reason ?? ''}${isToldApart ? '_in' : ''}`;
};
