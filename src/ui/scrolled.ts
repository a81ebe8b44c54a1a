/** What scrolls in itself is reached by the keyboard. It needs a name besides. */
export const scrolled = { tabIndex: 0, role: 'region' } as const;
