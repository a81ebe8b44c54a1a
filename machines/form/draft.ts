/** A draft of this device was confirmed: its operation may have been sent, whoever looked at the answer. */
export interface SentBefore {
  type: 'form.sent before';
  id: string;
}

/** The operation that was confirmed with a draft, by its mark; null for one that was only typed. */
export const sentWith = (draft: unknown): string | null => {
  const { operation } = Object(draft) as Record<string, unknown>;
  return typeof operation === 'string' && /^[0-9A-Za-z]{1,40}$/.test(operation) ? operation : null;
};

export const sentBefore = (draft: unknown): SentBefore => ({ type: 'form.sent before', id: sentWith(draft) ?? '' });
