import type { Send } from './send-with-progress.ts';

const nameIn = (disposition: string): string => /filename="([^"\\/]+)"/.exec(disposition)?.[1] ?? 'file';

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
