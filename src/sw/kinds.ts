import { isPlace } from '../../contract/address.ts';
import type { Build } from './build.ts';

/** What the worker does for a request; for `none` nothing: the browser goes on as if there were no worker. */
export type Kind = 'page' | 'part' | 'words' | 'picture' | 'none';

interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** Whether an answer is of the type that its path names: a proxy may answer anything with a page of its own. */
export const isItsType = (path: string, type: string | null): boolean => {
  const ending = /[.](\w+)$/.exec(path)?.[1] ?? 'json';
  return type?.includes(ending === 'js' ? 'javascript' : ending) ?? false;
};

/**
 * Only what stands on the build's own lists is ever kept, besides the messages: no answer of `/api` and nothing of
 * another origin can be among it.
 */
export const kindOf = (
  { method, mode, url }: Asked,
  origin: string,
  { parts, pictures }: Pick<Build, 'parts' | 'pictures'>,
): Kind => {
  const { origin: whose, pathname, search } = new URL(url);
  if (method !== 'GET' || whose !== origin) return 'none';
  if (mode === 'navigate') return isPlace(pathname) ? 'page' : 'none';
  if (search !== '') return 'none';
  if (parts.includes(pathname)) return 'part';
  if (pictures.includes(pathname)) return 'picture';
  return /^\/i18n\/[a-z]{2}(\/(page|visitor|rest))?$/.test(pathname) ? 'words' : 'none';
};
