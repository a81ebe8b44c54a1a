import type { Logger } from 'pino';
import type { CallEnd, Metrics } from '../metrics/metrics.ts';

/**
 * Counts a call from now on. What it returns counts its end and says it in one line of its log, which names the call and its
 * request, with whatever else there is `about` it.
 */
export const tellingCall = (
  metrics: Metrics,
): ((log: Logger, end: Omit<CallEnd, 'seconds'>, about?: object) => void) => {
  const started = performance.now();
  const counted = metrics.begin();
  return (log, end, about) => {
    const ms = performance.now() - started;
    counted({ ...end, seconds: ms / 1_000 });
    const { outcome, http } = end;
    log.info({ outcome, http, ms: Math.round(ms), ...about }, 'call');
  };
};
