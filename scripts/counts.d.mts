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
