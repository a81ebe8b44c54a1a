import type { ColumnType, Generated } from 'kysely';
import type { DocumentKind, DocumentSide, DocumentStatus, FileReason } from '../../../contract/verification.ts';
import type { TimeWithDefault } from './ground.ts';

type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Papers by which people are known. */
export interface VerificationTables {
  verification_documents: {
    /** Opaque: an operator names it by this. */
    id: string;
    account_id: string;
    kind: DocumentKind;
    status: Generated<DocumentStatus>;
    /** How often it was handed in. */
    rounds: Generated<number>;
    made_at: TimeWithDefault;
    submitted_at: Maybe<string>;
    expected_by: Maybe<string>;
    decided_at: Maybe<string>;
  };
  verification_files: {
    id: string;
    document_id: string;
    account_id: string;
    side: DocumentSide;
    /** Of the name that it came with: `jpg`, or nothing. The rest of the name is kept nowhere. */
    ending: string;
    /** A JPEG of our own making. */
    content: Buffer;
    size: Generated<number>;
    /** Null until somebody has looked at it; false with a reason. */
    accepted: Maybe<boolean>;
    reason: Maybe<FileReason>;
    /** What the sandbox's reviewer was told by the name of the file. */
    told: Maybe<FileReason>;
    uploaded_at: TimeWithDefault;
  };
}
