import type { Caller } from './callbacks.ts';

/** The door to the sandbox: the origin of its pages, this process's own or another's, and the one who calls back. */
export interface Outside {
  /** `http://127.0.0.1:8090`. */
  origin: string;
  caller: Caller;
}
