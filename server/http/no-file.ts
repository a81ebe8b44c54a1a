import type { ErrorCode } from '../../contract/error-codes.ts';

/** Thrown for a file that is sent and cannot be kept: no picture can be made of it, or it is no journal. `code` has words. */
export class NoFile extends Error {
  override name = 'NoFile';
  code: ErrorCode;

  constructor(code: ErrorCode) {
    super(code);
    this.code = code;
  }
}
