/** Under this name a browser keeps `light` or `dark`, where a person has chosen: a page is drawn in it before any script runs. Basis: added. */
export const themeCookie = 'theme';
