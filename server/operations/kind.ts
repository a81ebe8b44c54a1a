import type { RawBuilder } from 'kysely';
import type { Fact, Operation } from '../../contract/operation.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Line } from '../ledger/movements.ts';
import type { Outcome, ProviderName } from '../providers/provider.ts';
import type { AccountKey } from '../scanned.ts';
import type { OperationRow } from './row.ts';

/**
 * What makes one kind of operation differ from the others. Everything else (one submit, one outcome, one cancel an
 * operation) is the same for all of them: `submit.ts`, `settle.ts`, `cancel.ts`.
 */
export interface OperationKind {
  /** How long a check holds, in milliseconds. */
  lifetime: number;
  /** What an open operation becomes when it is confirmed under locks; what is confirmed at once has ended. */
  submitted: 'awaiting_payment' | 'processing';
  /** Whether what is given is set aside in the person's wallet from the confirm to the outcome. */
  holds: boolean;
  /** Whether the house promises what is got out of its reserve, from the confirm to the outcome. */
  promises: boolean;
  /** How long the person is told that the next step should take, in seconds; null where nothing is said. */
  expectedWithin(row: OperationRow): number | null;
  /**
   * Whether the terms of the row `same` hold no longer although their time is not over, in SQL. Without it they hold
   * until they expire.
   */
  termsChanged?: RawBuilder<boolean>;
  /** Whether somebody executes it while it is `processing`: then it has a job. */
  hasJob: boolean;
  /** Who that is; `house`: nobody outside, it is done as soon as it is asked for. */
  provider(row: OperationRow): ProviderName;
  /** How long the order waits before it is placed, in milliseconds: so long it can be taken back. */
  pause?(db: Db, row: OperationRow, config: Config): Promise<number>;
  /** The postings of a good end. In the transaction of the outcome; opens the wallets that it needs. */
  settle(db: Db, row: OperationRow): Promise<Line[]>;
  /**
   * What follows from a final status, whichever it is. In the same transaction, after the postings. `outcome` is what its
   * provider said, where one did.
   */
  ended?(db: Db, row: OperationRow, outcome?: Outcome): Promise<void>;
  /** What its check found out, in the words of its reader; without it what the row holds is told as it is. */
  facts?(row: OperationRow, locale: 'ru' | 'en'): Fact[];
  /** Scanned keys that its end changes for an account whose money moved, besides its wallets. */
  news?(row: OperationRow, accountId: string): AccountKey[];
  /** Whether it may be taken back while it waits to be paid, or until its order is placed. */
  cancellable: boolean;
  /** Where it is submitted and where its status is asked for: below `/api`. Absent: at the call's own path. */
  submitPath?(row: OperationRow): string;
  statusPath?(row: OperationRow): string;
  /** Where it stands on the page; undefined for one that nobody opened there. */
  place(row: OperationRow): string | undefined;
}

export type KindName = Operation['kind'];
