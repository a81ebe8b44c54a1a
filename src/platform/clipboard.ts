import { portError } from './port-error.ts';

/** Browsers give the clipboard only to a secure page; this is the older way, which needs a selection in the document. */
const copyBySelection = (text: string): boolean => {
  const field = document.createElement('textarea');
  const before = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
};

export const copyText = async ({ text }: { text: string }): Promise<void> => {
  try {
    if (navigator.clipboard) return await navigator.clipboard.writeText(text);
  } catch {
    // Refused: the older way may still be allowed.
  }
  if (!copyBySelection(text)) throw portError('not_copied');
};
