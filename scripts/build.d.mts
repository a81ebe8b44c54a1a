/** Builds the page into `dist` unless it was built from the very same sources. False when the build failed. */
export declare const build: () => boolean;
