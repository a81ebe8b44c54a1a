interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  numPendingTests?: number;
  numTodoTests?: number;
}
/** A test that was skipped counts as failed; so does a suite that ran nothing, or ended with another code than 0. */
export declare const countsOf: (report: Report, code: number) => { passed: number; skipped: number; failed: number };
/** `N passed, N failed`. */
export declare const closingLine: (sum: { passed: number; failed: number }) => string;
/** The last figures of each part: one that was not asked for now, or of which nothing could be judged, keeps those that it had. */
export declare const lastFigures: <Figures extends { passed: number }>(
  parts: readonly string[],
  now: Readonly<Record<string, Figures>>,
  before: Readonly<Record<string, Figures>>,
) => Record<string, Figures>;
