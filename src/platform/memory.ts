import { added } from '../../contract/limits.ts';
import type { Kept } from '../../machines/residents/navigation/kept.ts';
import { store } from './store.ts';

/** Small choices of this device, for the next visit. */
export interface Memory {
  email?: string;
  theme?: 'system' | 'light' | 'dark';
  hidden?: boolean;
  /** Where a visitor was going, through sign-in: for a while only. */
  kept?: Kept;
}

const prefix = 'memory/';

export const keepMemory = ({ key, value }: { key: keyof Memory; value: unknown }): void => {
  if (value === null) store.drop(prefix + key);
  else store.write(prefix + key, key === 'kept' ? { at: Date.now(), value } : value);
};

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const partsOf = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;

/** Whose paths are ours is navigation's to say, and whether a quote is one is the exchange's. */
const readKept = (): Kept | undefined => {
  const { at, value } = partsOf(store.read(`${prefix}kept`));
  const age = Date.now() - Number(at);
  if (!(age >= 0 && age < added.kept)) return undefined;
  const { interrupted, landing } = partsOf(value);
  const { to, quoted } = partsOf(landing);
  return {
    interrupted: textIn(interrupted),
    landing: typeof to === 'string' ? { to, ...(quoted ? { quoted: quoted as never } : {}) } : null,
  };
};

export const readMemory = (): Memory => {
  const email = store.read(`${prefix}email`);
  const theme = store.read(`${prefix}theme`);
  const hidden = store.read(`${prefix}hidden`);
  const kept = readKept();
  return {
    ...(typeof email === 'string' && { email }),
    ...((theme === 'system' || theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof hidden === 'boolean' && { hidden }),
    ...(kept && { kept }),
  };
};
