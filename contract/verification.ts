import * as z from 'zod/mini';
import { verificationDocuments } from './entities.ts';
import { decimal } from './money.ts';

/** Papers by which a person is known, and how far they have been looked at. Basis: assumed (no shape is shown). */

export const documentKind = z.enum(verificationDocuments);
export type DocumentKind = z.infer<typeof documentKind>;

/** Which parts of each are wanted, in the order in which they are asked for. */
export const sidesOf = {
  passport: ['main', 'registration'],
  id_card: ['front', 'back'],
  driver_license: ['front', 'back'],
} as const satisfies Record<DocumentKind, readonly string[]>;

export const documentSide = z.enum(['main', 'registration', 'front', 'back']);
export type DocumentSide = z.infer<typeof documentSide>;

/**
 * `draft`: something is missing. `uploaded`: it can be handed in. `rejected`: at least one file has a reason; it is
 * `uploaded` again when each of those has been replaced.
 */
export const documentStatus = z.enum(['draft', 'uploaded', 'in_review', 'verified', 'rejected']);
export type DocumentStatus = z.infer<typeof documentStatus>;

/** Why a file was turned down; each has words at `verification.reason.<reason>`. */
export const fileReasons = ['blurry', 'cropped', 'glare', 'expired', 'wrong_document', 'unlike'] as const;
export type FileReason = (typeof fileReasons)[number];

/** What was sent of one side. `size` in bytes of what is kept, a picture; `ending` of the name that it came with. */
export const storedFile = z.object({
  id: z.string(),
  size: z.int(),
  ending: z.string(),
  uploaded_at: z.iso.datetime(),
  accepted: z.optional(z.boolean()),
  reason: z.optional(z.enum(fileReasons)),
});
export type StoredFile = z.infer<typeof storedFile>;

/** `expected_by`: when somebody should have looked at it. */
export const verificationDocument = z.object({
  id: documentKind,
  status: documentStatus,
  sides: z.array(z.object({ side: documentSide, file: z.optional(storedFile) })),
  submitted_at: z.optional(z.iso.datetime()),
  decided_at: z.optional(z.iso.datetime()),
  expected_by: z.optional(z.iso.datetime()),
});
export type VerificationDocument = z.infer<typeof verificationDocument>;

/** What a level allows in one flow, in US dollars: the most at once by any way, and how many of the ways are open. */
const levelLimit = z.object({
  flow: z.enum(['deposit', 'withdraw', 'purchase', 'transfer']),
  most: decimal,
  open: z.int(),
  ways: z.int(),
});
export const verification = z.object({
  level: z.union([z.literal(0), z.literal(1)]),
  levels: z.array(z.object({ level: z.union([z.literal(0), z.literal(1)]), limits: z.array(levelLimit) })),
  documents: z.array(verificationDocument),
});
export type Verification = z.infer<typeof verification>;

/** Media types that are taken; a HEIC only where the browser can make a picture of it. */
export const documentMedia = ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf'] as const;
/**
 * Bounds of a picture, in pixels, and in bytes of what it is decoded to, which are three a pixel of a photo: a text can be
 * read, and nothing is decoded that fills the memory.
 */
export const pictureBounds = { shortest: 300, most: 60_000_000, longest: 16_000, bytes: 180_000_000 } as const;

/** Quarter turns to the right by which the person has turned a picture. */
export const turns = ['0', '90', '180', '270'] as const;
export type Turn = (typeof turns)[number];

/** Where a document is shown: the segment of a licence is spelt otherwise than its key. */
export const placeOfDocument = (kind: DocumentKind): string =>
  `/settings/${kind === 'driver_license' ? 'drivers_license' : kind}`;
