import { added } from '../../../contract/limits.ts';
import {
  placeOfDocument,
  sidesOf,
  documentKind,
  type DocumentKind,
  type DocumentSide,
  type VerificationDocument,
} from '../../../contract/verification.ts';
import { dueMinute } from '../../due-minute.ts';
import type { Trouble } from '../../form/trouble.ts';
import type { Holding, Place } from '../../root/events.ts';
import { fileIn, type UploadInput, type UploadNews, type UploadTold } from '../../upload/upload.context.ts';

export interface DocumentContext {
  kind: DocumentKind;
  /** As the server told it last; null until it has. */
  paper: VerificationDocument | null;
  /** The server's moment of the newest answer. */
  told: string;
  /** Sides of which something is in the person's hand. */
  holding: DocumentSide[];
  /** Those of them that are being taken back. */
  leaving: DocumentSide[];
  /** It was in review while they looked. */
  awaited: boolean;
  /** Before the next question, in ms. */
  pause: number;
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  trouble: Trouble | null;
  corrections: number;
}

const kindOfPlace = ({ path }: Place): DocumentKind =>
  documentKind.options.find((kind) => path.split('?')[0] === placeOfDocument(kind)) ?? 'passport';

export const begun = (place: Place): DocumentContext => ({
  kind: kindOfPlace(place),
  paper: null,
  ...{
    told: '',
    holding: [],
    leaving: [],
    awaited: false,
    pause: added.pollFirst,
    at: 0,
    heldUntil: 0,
    trouble: null,
    corrections: 0,
  },
});

export const isAnother = ({ kind }: DocumentContext, place: Place): boolean => kindOfPlace(place) !== kind;

/** What the upload of its first or second side begins with. */
export function uploadOf({ kind, paper }: DocumentContext, at: 0 | 1): UploadInput {
  const side = sidesOf[kind][at];
  return { paper: kind, side, stored: paper && fileIn(paper, side) };
}

/**
 * An answer about one side, or about all, into what is known. Answers may pass one another: an older one tells of its own
 * side alone, a newer one of whatever another tab has sent as well.
 */
export function withAnswer(
  { paper, told }: DocumentContext,
  answer: VerificationDocument,
  now: string,
  side?: DocumentSide,
): Pick<DocumentContext, 'paper' | 'told'> {
  const isNewer = now >= told;
  const sides = (paper ?? answer).sides.map((one) =>
    isNewer || one.side === side ? (answer.sides.find((each) => each.side === one.side) ?? one) : one,
  );
  return isNewer ? { paper: { ...answer, sides }, told: now } : { paper: paper && { ...paper, sides }, told };
}

/** What the upload of its first or second side is told of it. */
export const toldOf = (context: DocumentContext, at: 0 | 1): UploadTold => ({
  type: 'document.changed',
  stored: uploadOf(context, at).stored,
});

/** What one side has told: whether something of it is in the person's hand, and whether that is being taken back. */
export type Held = Extract<UploadNews, { type: 'upload.holding' }>;

const withSide = (sides: readonly DocumentSide[], side: DocumentSide, isOne: boolean): DocumentSide[] => [
  ...sides.filter((one) => one !== side),
  ...(isOne ? [side] : []),
];

type Hand = Pick<DocumentContext, 'holding' | 'leaving'>;

/** What is in hand once one of the sides has told what becomes of its own. */
export const withHand = (hand: Hand, { side, holding, leaving = false }: Held): Hand => ({
  holding: withSide(hand.holding, side, holding),
  leaving: withSide(hand.leaving, side, leaving),
});

/** What would be left behind with this page: of what is being taken back, nothing. */
export const heldIn = ({ holding, leaving }: Hand): Holding | null => (holding.length > leaving.length ? 'file' : null);

/** Why what is in hand has to be seen to first; null where nothing is. */
export function troubleOfHand({ holding, leaving }: Hand): Trouble | null {
  if (holding.length === 0) return null;
  return { code: heldIn({ holding, leaving }) ? 'file_unsent' : 'file_leaving' };
}

/** Said of what is in hand: it is past with that. */
export const isOfHand = (trouble: Trouble | null): trouble is Trouble =>
  trouble?.code === 'file_unsent' || trouble?.code === 'file_leaving';

/** Sides that nothing stands for yet, or that were turned down. */
export const lacking = ({ paper }: DocumentContext): DocumentSide[] =>
  (paper?.sides ?? []).filter(({ file }) => file === undefined || file.reason !== undefined).map(({ side }) => side);

/** Why it cannot be handed in, as the person is told; null when it can. */
export function obstacle(context: DocumentContext): Trouble | null {
  return troubleOfHand(context) ?? (lacking(context).length > 0 ? { code: 'document_incomplete' } : null);
}

/** A look that goes on, in moments of the server's clock. */
export interface Review {
  /** When it was handed in, and when the server was asked last. */
  since: number;
  now: number;
  /** The minute by which it should be done; null where that is over, or nobody has said. */
  by: number | null;
  /** It should have been done by now. */
  late: boolean;
}

/** How long somebody has been looking at it, and how long that takes; null while nobody does. */
export function reviewOf({ paper, told }: Pick<DocumentContext, 'paper' | 'told'>): Review | null {
  if (paper?.status !== 'in_review' || paper.submitted_at === undefined) return null;
  const now = Date.parse(told);
  const by = paper.expected_by === undefined ? null : dueMinute(Date.parse(paper.expected_by), now);
  return { since: Date.parse(paper.submitted_at), now, by, late: paper.expected_by !== undefined && by === null };
}
