/**
 * What a suite comes to by the report that vitest wrote: a test that was skipped has failed, and so has a suite that ran
 * nothing, or that ended badly though no test of it did.
 */
export const countsOf = ({ numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 }, code) => {
  const skipped = numPendingTests + numTodoTests;
  const failed = numFailedTests + skipped;
  return { passed: numPassedTests, skipped, failed: failed === 0 && (code !== 0 || numPassedTests === 0) ? 1 : failed };
};

/** The closing line, word for word. */
export const closingLine = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** The last figures of each part: one that was not asked for now, or of which nothing could be judged, keeps those that it had. */
export const lastFigures = (parts, now, before) =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const figures = now[part]?.passed > 0 ? now[part] : before[part];
      return figures ? [[part, figures]] : [];
    }),
  );
