/** Days for which a browser keeps what it tells in these. Basis: added. */
export const pageCookieDays = 365;

/** Under this name a browser keeps `light` or `dark`, where a person has chosen: a page is drawn in it before any script runs. Basis: added. */
export const themeCookie = 'theme';

/**
 * Under this name a browser tells in which zone of the IANA database its clock is (`Europe/Moscow`): days of histories are
 * counted there, and files tell their times so. Basis: added.
 */
export const timeZoneCookie = 'time_zone';
