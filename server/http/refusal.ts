import type { ErrorCode } from '../../contract/error-codes.ts';
import type { Operation } from '../../contract/operation.ts';

export interface RefusalDetails {
  /** Field to code, for 422. */
  fields?: Record<string, ErrorCode>;
  /** Fills the words of the code. */
  params?: Record<string, string | number>;
  /** 409 `terms_changed`: the complete fresh check. */
  fresh?: Operation;
  /** Seconds, sent as Retry-After. */
  retryAfter?: number;
}

/** Thrown by a call to say no in words: nothing was done. Its transaction is rolled back when thrown inside one. */
export class Refusal extends Error {
  override name = 'Refusal';
  status: number;
  code: ErrorCode;
  details: RefusalDetails;

  constructor(status: number, code: ErrorCode, details: RefusalDetails = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
