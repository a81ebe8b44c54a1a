import { allCalls } from '../../contract/calls/index.ts';
import type { CallSpec } from '../../contract/call.ts';
import { added } from '../../contract/limits.ts';

/** Calls by the paths of the contract. Those whose path the server gives are found by their names alone: none of them is longer or slower than usual. */
const known = allCalls
  .filter(({ given }) => given === undefined)
  .map((spec) => ({ spec, path: new RegExp(`^${spec.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }));

const isAt = ({ spec, path: pattern }: (typeof known)[number], path: string): boolean => {
  const found = pattern.exec(path);
  return found !== null && (spec.params?.safeParse({ ...found.groups }).success ?? true);
};

/** HEAD asks about the answer to a question. */
const askedAs = (method: string): string => (method === 'HEAD' ? 'GET' : method);

/** All that a request could be. */
const asked = (method: string, path: string): CallSpec[] =>
  known.filter((call) => call.spec.method === askedAs(method) && isAt(call, path)).map(({ spec }) => spec);

const parameters = ({ path }: CallSpec): number => path.split(':').length;

/** Calls whose path the server gives, by what it begins with, the longest first. */
const givenCalls = allCalls
  .flatMap(({ name, method, given }) => (given === undefined ? [] : [{ name, method, begins: `/api${given}` }]))
  .toSorted((one, other) => other.begins.length - one.begins.length);

const givenAt = (method: string, path: string): string | undefined =>
  givenCalls.find((call) => call.method === askedAs(method) && path.startsWith(call.begins))?.name;

/** The name of the call at this path, a fixed part before a parameter, and that before a path that was given; `unknown` where none is. */
export const nameAt = (method: string, path: string): string =>
  asked(method, path).toSorted((one, other) => parameters(one) - parameters(other))[0]?.name ??
  givenAt(method, path) ??
  'unknown';

/** Whether what is asked for at this path goes on when its asker leaves, whatever came of it. */
export const outlivesAt = (method: string, path: string): boolean =>
  method === 'POST' || asked(method, path).some(({ outlives }) => outlives);

/** The call that takes files at this path; undefined where none does. */
export const uploadAt = (path: string): CallSpec | undefined =>
  known.find((call) => call.spec.files !== undefined && isAt(call, path))?.spec;

/**
 * How long the asker of a call at this path waits for its answer to a body of this type, in ms: where files may go along, only a
 * form with files takes longer than usual. Of several calls that it could be, the longest.
 */
export const patienceAt = (method: string, path: string, type: string): number =>
  asked(method, path)
    .map(({ files, patience }) => (files === undefined || type === multipart ? patience : undefined) ?? added.answer)
    .reduce((longest, one) => Math.max(longest, one), added.answer);

export const multipart = 'multipart/form-data';

/** Without its parameters, in small letters. */
export const mediaType = (header: string | null | undefined): string =>
  (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The longest body, in bytes: a form holds as many files as its call takes. */
export const longestOf = ({ files = 0 }: Pick<CallSpec, 'files'>, type: string): number =>
  type === multipart ? files * added.fileBytes + added.bodyBytes : added.bodyBytes;
