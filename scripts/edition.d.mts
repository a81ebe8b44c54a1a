/** A commit, and letters for what is changed since; null where nothing is. */
export declare const editionOf: (
  root: string,
  besides?: readonly string[],
) => { commit: string; changes: string | null };
