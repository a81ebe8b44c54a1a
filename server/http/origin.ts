import { Refusal } from './refusal.ts';

/**
 * A POST must come from a page of ours: its Origin is the published one, or names the host that was asked; without an
 * Origin the browser must say that the request stays on one origin. `Sec-Fetch-Site` must not contradict.
 * @throws Refusal 403 `bad_origin`.
 */
export const checkOrigin = (headers: Headers, publicUrl: string | undefined): void => {
  const origin = headers.get('origin');
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') throw new Refusal(403, 'bad_origin');
  if (origin === null ? site !== 'same-origin' : !ours(origin, headers.get('host'), publicUrl)) {
    throw new Refusal(403, 'bad_origin');
  }
};

/**
 * A file is for a page of ours, or for whoever typed its address: a link on another site saves nothing, nor uses up a file of the hour.
 * @throws Refusal 403 `bad_origin`.
 */
export const refuseOtherSites = (headers: Headers): void => {
  if (headers.get('sec-fetch-site') === 'cross-site') throw new Refusal(403, 'bad_origin');
};

const ours = (origin: string, host: string | null, publicUrl: string | undefined): boolean => {
  if (publicUrl !== undefined) return origin === publicUrl;
  if (!URL.canParse(origin)) return false;
  const { protocol, host: named } = new URL(origin);
  return (protocol === 'http:' || protocol === 'https:') && named === host;
};
