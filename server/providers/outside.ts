import type { Caller } from '../sandbox/callbacks.ts';

/** The door to the sandbox: the origin of its pages, this process's own or another's, and the one who calls back. */
export interface Outside {
  /** `http://127.0.0.1:8090`. */
  origin: string;
  caller: Caller;
  /** An answer with the pay pages of the sandbox at its origin. */
  placed(payload: unknown): unknown;
  /** The bot that stands for Telegram's: its number, its name, and the path of the page that asks. */
  bot: { id: string; name: string; path: string; token(): Promise<string> };
}
