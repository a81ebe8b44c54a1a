/**
 * Local storage that never throws: blocked, full or garbled storage only means that nothing is remembered.
 * Values are JSON.
 */
export const store = {
  read(key: string): unknown {
    try {
      const text = localStorage.getItem(key);
      return text === null ? null : (JSON.parse(text) as unknown);
    } catch {
      return null;
    }
  },

  write(key: string, value: unknown): void {
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // Nothing is remembered.
    }
  },

  drop(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing was remembered.
    }
  },

  keys(): string[] {
    try {
      return Object.keys(localStorage);
    } catch {
      return [];
    }
  },
};
