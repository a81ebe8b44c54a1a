import type { Provider } from './provider.ts';

/** Nobody outside: done as soon as it is asked for, whatever the sandbox was told. */
export const houseProvider: Provider = { ask: () => Promise.resolve({ kind: 'done' }) };
