import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { localePrefix } from '../../contract/address.ts';
import { localeCode, type LocaleCode } from '../../contract/entities.ts';
import type { Renderer } from '../../contract/first-page.ts';
import type { Config } from '../config.ts';
import { languageOf } from './language.ts';

interface Options {
  /** Where the build lies. */
  dist: string;
  config: Pick<Config, 'localePrefix' | 'localeCookie' | 'localeDetection'>;
  onError: (error: unknown) => void;
}

/** What is open at the path of a request. */
interface PlaceAt {
  /** Undefined where the built one cannot be loaded: then nobody knows what is open. */
  renderer: Renderer | undefined;
  /** Without the language that the address names. */
  path: string;
  search: string;
  locale: LocaleCode;
}

/** What the build knows of addresses. */
export interface Places {
  at(request: Request): Promise<PlaceAt>;
  /** Whether the page that opens here is the one of places that there are none of, whoever asks. */
  isNowhere(request: Request): Promise<boolean>;
}

/** Loads what the build made to draw pages with when it is first asked, and once. Undefined when the build made nothing. */
export const createPlaces = ({ dist, config, onError }: Options): Places | undefined => {
  const built = join(dist, '.vite', 'prerender.mjs');
  if (!existsSync(built)) return undefined;
  let loading: Promise<Renderer | undefined> | undefined;
  const load = async (): Promise<Renderer | undefined> => {
    try {
      return (await import(pathToFileURL(built).href)) as Renderer;
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  const at = async (request: Request): Promise<PlaceAt> => {
    const { pathname, search } = new URL(request.url);
    const named = config.localePrefix ? localePrefix.exec(pathname)?.[1] : undefined;
    const path = named === undefined ? pathname : pathname.slice(named.length + 1) || '/';
    const renderer = await (loading ??= load());
    return { renderer, path, search, locale: localeCode.safeParse(named).data ?? languageOf(request, config) };
  };
  return {
    at,
    async isNowhere(request) {
      const { renderer, path } = await at(request);
      return renderer?.planOf(path)?.name === 'not found';
    },
  };
};
