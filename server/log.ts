import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** What the runtime says of a value that it could not use, without the value. */
const unquoted = (message: string): string => message.replace(/["'`].*["'`]/s, '…');

/** A failed call is logged by its kind and its place in the code: what PostgreSQL or a mail server quotes may be personal. */
export const tellError = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, responseCode, constraint } = error as { code?: unknown; responseCode?: unknown; constraint?: unknown };
  const quotes = code !== undefined || responseCode !== undefined;
  const { message, stack = '' } = error;
  return {
    type: error.name,
    ...(code !== undefined && { code }),
    ...(responseCode !== undefined && { responseCode }),
    ...(constraint !== undefined && { constraint }),
    ...(quotes ? {} : { message: error.constructor === Error ? message : unquoted(message) }),
    stack: stack
      .slice(Math.max(0, stack.indexOf(message)) + message.length)
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .join('\n'),
  };
};

/** Milliseconds that a line may wait for others: each writing takes as long as much of a call. */
const together = 100;

let output: DestinationStream | undefined;

/** Lines of this process, several at a time; none is left when it ends by itself. */
const ownOutput = (): DestinationStream => {
  if (output !== undefined) return output;
  const lines = pino.destination({ dest: 1, sync: true, minLength: 8_192 });
  setInterval(() => lines.flushSync(), together).unref();
  process.once('exit', () => lines.flushSync());
  return (output = lines);
};

/** One JSON line an event. Nothing that names a person or opens a session is ever passed to it. */
export const createLog = ({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger => {
  const options = { level: logLevel, base: null, serializers: { err: tellError } };
  return pino(options, destination ?? ownOutput());
};
