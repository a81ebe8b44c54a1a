import { added } from '../../../contract/limits.ts';
import {
  placeOfDocument,
  sidesOf,
  documentKind,
  type DocumentKind,
  type DocumentSide,
  type VerificationDocument,
} from '../../../contract/verification.ts';
import type { Trouble } from '../../form/trouble.ts';
import type { Place } from '../../root/events.ts';
import { fileIn, type UploadInput } from '../../upload/upload.context.ts';

export interface DocumentContext {
  kind: DocumentKind;
  /** As the server told it last; null until it has. */
  paper: VerificationDocument | null;
  /** Sides of which something is in the person's hand. */
  holding: DocumentSide[];
  /** It was in review while they looked. */
  awaited: boolean;
  /** Before the next question, in ms. */
  pause: number;
  trouble: Trouble | null;
  corrections: number;
}

const kindOfPlace = ({ path }: Place): DocumentKind =>
  documentKind.options.find((kind) => path.split('?')[0] === placeOfDocument(kind)) ?? 'passport';

export const begun = (place: Place): DocumentContext => ({
  kind: kindOfPlace(place),
  paper: null,
  ...{ holding: [], awaited: false, pause: added.pollFirst, trouble: null, corrections: 0 },
});

export const isAnother = ({ kind }: DocumentContext, place: Place): boolean => kindOfPlace(place) !== kind;

/** What the upload of its first or second side begins with. */
export function uploadOf({ kind, paper }: DocumentContext, at: 0 | 1): UploadInput {
  const side = sidesOf[kind][at];
  return { paper: kind, side, stored: paper && fileIn(paper, side) };
}

/** The side of an answer, into what is known of the others: answers of both may pass one another. */
export const withSide = (
  paper: VerificationDocument,
  answer: VerificationDocument,
  side: DocumentSide,
): VerificationDocument => ({
  ...paper,
  sides: paper.sides.map((one) => (one.side === side ? (answer.sides.find((each) => each.side === side) ?? one) : one)),
});

/** Sides that nothing stands for yet, or that were turned down. */
export const lacking = ({ paper }: DocumentContext): DocumentSide[] =>
  (paper?.sides ?? []).filter(({ file }) => file === undefined || file.reason !== undefined).map(({ side }) => side);

/** Why it cannot be handed in, as the person is told; null when it can. */
export function obstacle(context: DocumentContext): Trouble | null {
  if (context.holding.length > 0) return { code: 'file_unsent' };
  return lacking(context).length > 0 ? { code: 'document_incomplete' } : null;
}
