/** How the server begins what it says of a deposit: `1,234.50 USD`, in whatever language. */
const amount = /^\d[\d\s.,]*(?=\s[A-Z][A-Z0-9]{1,9}\b)/;

/**
 * The text of a notification with a mask for how much came. Of a transfer it says nothing else than that and from whom: null, as
 * where the amount is not found. A deposit says besides what becomes of it, and what can be done. What somebody of the house
 * writes says what it says.
 */
export function withoutAmount(notification: string, text: string, mask: string): string | null {
  if (notification.startsWith('payment:')) return null;
  if (!notification.startsWith('deposit:')) return text;
  return amount.test(text) ? text.replace(amount, mask) : null;
}
