/**
 * A storage that never throws: blocked, full or garbled storage only means that nothing is remembered.
 * Values are JSON.
 */
const storeIn = (storage: () => Storage) => ({
  read(key: string): unknown {
    try {
      const text = storage().getItem(key);
      return text === null ? null : (JSON.parse(text) as unknown);
    } catch {
      return null;
    }
  },

  write(key: string, value: unknown): void {
    try {
      storage().setItem(key, JSON.stringify(value));
    } catch {
      // Nothing is remembered.
    }
  },

  drop(key: string): void {
    try {
      storage().removeItem(key);
    } catch {
      // Nothing was remembered.
    }
  },

  keys(): string[] {
    try {
      return Object.keys(storage());
    } catch {
      return [];
    }
  },
});

/** Of this browser, and of this tab alone. */
export const store = storeIn(() => localStorage);
export const tabStore = storeIn(() => sessionStorage);
