/** Stands in a build for what XState hands its actors to developer tools with: no actor here asks for that. */
export const devToolsAdapter = (): void => {};
