import { createHash } from 'node:crypto';

/** A sheet as its page has it, and as the policy of the page names it: by the hash of its every character. */
export const styleOf = (sheet: string): { tag: string; source: string } => ({
  tag: `<style>${sheet}</style>`,
  source: `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
});
