/** Where money comes from outside nobody must pay twice. */
const paidIn = ['deposit', 'purchase'];
const toldApart = ['cancelled_by_house', 'cancelled_by_person'];

/** The message that tells why an operation of this kind is where it is. */
export const reasonKey = (kind: string, reason: string): string =>
  paidIn.includes(kind) && toldApart.includes(reason) ? `operation.reason.${reason}_in` : `operation.reason.${reason}`;
