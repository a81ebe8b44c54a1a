/** The constants of section 9 of the specification, in milliseconds unless the name says otherwise. Basis: spec. */

export const languages = ['ru', 'en'] as const;
export const defaultLanguage = 'ru';
export const languageCookie = 'i18n_redirected';
export const languageCookieDays = 365;
export const copyToast = 2_000;
export const paymentPopup = 12_000;
export const reloadGuard = 60_000;
export const idlePrefetch = 2_000;
export const fetchDelay = 200;
export const loadingBarThrottle = 200;
export const loadingBarDuration = 5_000;
export const animation = 200;
export const tutorialSteps = 14;
export const paymentAvatars = 15;
export const rootRedirectStatus = 302;
