import { store } from './store.ts';

/** Small choices of this device, for the next visit. */
export interface Memory {
  email?: string;
  theme?: 'system' | 'light' | 'dark';
  hidden?: boolean;
}

const prefix = 'memory/';

export const keepMemory = ({ key, value }: { key: keyof Memory; value: unknown }): void =>
  store.write(prefix + key, value);

export const readMemory = (): Memory => {
  const email = store.read(`${prefix}email`);
  const theme = store.read(`${prefix}theme`);
  const hidden = store.read(`${prefix}hidden`);
  return {
    ...(typeof email === 'string' && { email }),
    ...((theme === 'system' || theme === 'light' || theme === 'dark') && { theme }),
    ...(typeof hidden === 'boolean' && { hidden }),
  };
};
