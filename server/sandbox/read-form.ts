import { readBytes } from '../http/read-body.ts';

/** A short form, as a browser posts it; undefined for anything else. */
export const readForm = async (request: Request): Promise<URLSearchParams | undefined> => {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim();
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  return new URLSearchParams((await readBytes(request)).toString('utf8'));
};
