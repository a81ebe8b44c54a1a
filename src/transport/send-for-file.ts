import type { Send } from './send-with-progress.ts';

/** As it is written in any letters, else as in plain ones; none that leads elsewhere. */
function nameIn(disposition: string): string {
  const written = /filename\*=UTF-8''([^;\s]+)/.exec(disposition)?.[1];
  if (written === undefined) return /filename="([^"\\/]+)"/.exec(disposition)?.[1] ?? 'file';
  try {
    return decodeURIComponent(written).replaceAll(/[\\/]/g, '_');
  } catch {
    return 'file';
  }
}

/**
 * Sends like `fetch`. A file that comes is handed over under its own name, and its asker gets an envelope with nothing in
 * it; whatever else comes is an answer like any other. Rejects when the file breaks off.
 */
export const sendForFile =
  (handOver: (name: string, file: Blob) => void): Send =>
  async (url, how) => {
    const response = await fetch(url, how);
    const disposition = response.headers.get('content-disposition') ?? '';
    if (!response.ok || !disposition.startsWith('attachment')) return response;
    handOver(nameIn(disposition), await response.blob());
    return Response.json({ status: 'ok', now: new Date().toISOString(), rev: 0, payload: null });
  };
