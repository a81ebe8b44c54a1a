/** The constants of section 9 of the specification, in milliseconds unless the name says otherwise. Basis: spec. */
export const limits = {
  languages: ['ru', 'en'],
  defaultLanguage: 'ru',
  languageCookie: 'i18n_redirected',
  languageCookieDays: 365,
  copyToast: 2_000,
  paymentPopup: 12_000,
  reloadGuard: 60_000,
  idlePrefetch: 2_000,
  fetchDelay: 200,
  loadingBarThrottle: 200,
  loadingBarDuration: 5_000,
  animation: 200,
  tutorialSteps: 14,
  paymentAvatars: 15,
  rootRedirectStatus: 302,
} as const;

/** Limits that the specification leaves open. Basis: added, each with its reason in `product.md` or beside it. */
export const added = {
  /** A toast that nobody gave a delay: long enough to read two lines. */
  toast: 5_000,
  /** How long an answer may take before the asker stops waiting. */
  answer: 15_000,
  /** How long one status question may take: shorter, because it is asked again. */
  statusAnswer: 8_000,
  /** First and longest pause between two status questions. */
  pollFirst: 1_000,
  pollLongest: 10_000,
  /** How long a check holds its rate. */
  quoteLifetime: 60_000,
  /** How often the rate of the form is read again. */
  rateRefresh: 10_000,
  /** A sign-in code or link. */
  codeLifetime: 600_000,
  codeTries: 5,
  /** A password that somebody chooses, in UTF-16 units: ten resist guessing at the attempts that sign-in allows. */
  passwordShortest: 10,
  /** The longest that is hashed: a phrase fits, a file does not. */
  passwordLongest: 200,
  /** A fault of the server or the line is asked about this long before the person is told how to go on alone. */
  findingOut: 60_000,
  /** Changed terms stand this long before a click confirms them: a double click is never a second consent. */
  look: 700,
  /** A part of the page that did not come is asked for again after this long. */
  chunkPause: 1_000,
  /** The annex, which did not come, is asked for again after this long. */
  annexPause: 30_000,
  /** How long this device keeps through sign-in where a visitor was going: the life of a code, three times. */
  kept: 30 * 60_000,
  /** Longest JSON or form body without files, in bytes. */
  bodyBytes: 64 * 1024,
} as const;
