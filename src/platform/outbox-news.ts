const lookers = new Set<() => void>();

/** Tells this page, which hears no `storage` of its own, that something waits no longer, or for a chat by another name. */
export const tellOutbox = (): void => {
  for (const look of lookers) look();
};

/** Until what it gives back is called. */
export const whenOutboxTold = (look: () => void): (() => void) => {
  lookers.add(look);
  return () => void lookers.delete(look);
};
