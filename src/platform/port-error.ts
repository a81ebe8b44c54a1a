/** What a port rejects with: plain data, so that it can be kept in a journal. */
export interface PortError {
  name: 'PortError';
  code: string;
  message: string;
  /** Files that it is about. */
  handles?: string[];
}

export const portError = (code: string, cause?: unknown): PortError => ({
  name: 'PortError',
  code,
  message: cause instanceof Error ? cause.message : code,
});
