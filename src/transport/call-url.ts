import type { CallSpec } from '../../contract/call.ts';
import type { Send } from './send-with-progress.ts';

/** What any call may be given; `CallInput` of its spec says which parts it has. */
export interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  body?: Record<string, unknown>;
  path?: string;
  /** What sends it in the place of `fetch`. */
  by?: Send;
}

const longestGivenPath = 400;
const plainPath = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9_.~-]*)+(?:\?[A-Za-z0-9_.~=&-]*)?$/;

/**
 * A path that the server gave stays under its feature's prefix: plain characters only, so there is nothing to decode,
 * no step up, no empty step, no other host.
 */
export const isGivenPath = (path: string, prefix: string): boolean =>
  path.length <= longestGivenPath && path.length > prefix.length && path.startsWith(prefix) && plainPath.test(path);

const isStep = (value: string): boolean => value !== '' && value !== '.' && value !== '..';

/** The address of a call, or `undefined` when a parameter or the given path would lead elsewhere. */
export const callUrl = (spec: CallSpec, input: LooseInput): string | undefined => {
  const given = input.path ?? '';
  if (spec.given !== undefined && !isGivenPath(given, spec.given)) return undefined;
  if (!spec.path.startsWith('/')) return undefined;

  const params = input.params ?? {};
  let complete = true;
  const path = spec.path
    .replace(/:([a-z_]+)/g, (_, name: string) => {
      const value = params[name] ?? '';
      complete &&= isStep(value);
      return encodeURIComponent(value);
    })
    .replace('{path}', given);
  if (!complete) return undefined;

  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  if (query.size === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
};
