import { portError } from './port-error.ts';

/** Opens the browser's own ways to send a link. @throws `not_shared` where it has none, `aborted` when none was taken. */
export const shareLink = async ({ url }: { url: string }): Promise<void> => {
  const data = { url };
  if (typeof navigator.share !== 'function') throw portError('not_shared');
  try {
    await navigator.share(data);
  } catch (error) {
    throw portError(error instanceof DOMException && error.name === 'AbortError' ? 'aborted' : 'not_shared', error);
  }
};
