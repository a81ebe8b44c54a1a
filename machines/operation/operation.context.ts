import type { Answer } from '../../contract/call.ts';
import { asCallError, isCallError, type CallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { operation, type Operation, type OperationKind, type OperationStatus } from '../../contract/operation.ts';
import { fieldTrouble, type Trouble } from '../form/trouble.ts';
import type { HouseEvent, PortEvent } from '../root/events.ts';
import type { WordsNews } from '../words/words.machine.ts';

/** What is in the path of a check: which kind, into which currency. */
export type CheckParams = Readonly<Record<string, string>>;

/** Start from what the person asked for, or from the id that stands in the address. */
export type OperationInput = ({ ask: unknown; params?: CheckParams } | { id: string }) & {
  /** Origins of pages where one may pay, as the site publishes them. */
  origins?: readonly string[];
  /** Of which kind an operation must be that stands in the address; of any, where it is absent. */
  kind?: OperationKind;
};

/**
 * What the flow learns at the end. The first three happen only while nothing was sent; of the first two `operation` is what was
 * on review, null where nothing was read yet.
 */
export type OperationOutput =
  | { kind: 'rejected'; error: CallError; operation: Operation | null }
  | { kind: 'changed mind'; operation: Operation | null }
  | { kind: 'not found' }
  | { kind: 'succeeded' | 'failed' | 'cancelled' | 'expired'; operation: Operation };

export type Rejected = Extract<OperationOutput, { kind: 'rejected' }>;

/**
 * What the flow hears while it runs: the id for the address; whether a step runs that nothing may cover, and whether the
 * operation is open as far as anybody knows; that a confirm of it is on its way, and that it was turned away; that the server has taken
 * one, of whichever page; what is to be copied.
 */
export type OperationNews =
  | { type: 'operation.opened'; id: string }
  | { type: 'operation.confirming'; confirming: boolean; open: boolean; sent: boolean }
  | { type: 'operation.confirmed'; id: string }
  | { type: 'operation.turned away'; id: string }
  | { type: 'operation.submitted'; id: string }
  | { type: 'operation.copied'; value: string };

export interface OperationContext {
  ask: unknown;
  /** Absent where the check's path is the same for all. */
  params?: CheckParams;
  id: string | null;
  /** The last truth from the server, and the terms that the person saw before they changed. */
  current: Operation | null;
  previous: Operation | null;
  /** Page clock in ms: when the quote lapses; the last moment heard of; when the status was last read. */
  deadline: number;
  now: number;
  checkedAt: number | null;
  /** Page clock in ms: until when it must be paid, while it waits for that. */
  payBy: number | null;
  /** What was typed of the code of the second step; how often a confirm led to errors. */
  code: string;
  corrections: number;
  /** ms until the next status question. */
  pause: number;
  error: CallError | null;
  /** This page has sent a confirm of it, and nobody has said that nothing was sent. */
  confirmed: boolean;
  /** A confirm has left this page, of it or of the terms before it, whatever became of that. */
  hasSent: boolean;
  /** The answer to a submit was lost, and nobody has found out yet how it ended. */
  lost: boolean;
  /** What was lost may still be on its way to the server: that the operation is open says nothing yet. */
  mayArrive: boolean;
  /** The answer was lost, and the server says that the operation is still open. */
  nothingSent: boolean;
  /** Its id stood in the address: a page before this one, or another device, may have sent a confirm that is under way yet. */
  byAddress: boolean;
  awake: boolean;
  origins: readonly string[];
  kind: OperationKind | null;
}

export type OperationEvent =
  | { type: 'user.confirmed' }
  | { type: 'user.went back' }
  | { type: 'user.asked again' }
  | { type: 'user.code typed'; value: string }
  | { type: 'user.code wanted' }
  | { type: 'user.cancelled' }
  | { type: 'user.cancel agreed' }
  | { type: 'user.order kept' }
  | { type: 'user.understood' }
  | { type: 'user.handed over' }
  | { type: 'user.copied'; value: string }
  | Extract<PortEvent, { at: number }>
  | WordsNews<Operation>
  | Extract<HouseEvent, { type: 'house.signed in' }>;

export type Told = Answer<Operation>;

export interface Heard {
  output: Told;
}
export interface Thrown {
  error: unknown;
}

/**
 * The truth as the server tells it. Its clock and ours differ: a deadline is kept as a moment of this page's clock. A code is of no
 * use any more where none is asked for.
 */
export function truth({ payload, now, at }: Told): Partial<OperationContext> {
  return {
    id: payload.id,
    current: payload,
    deadline: at + Date.parse(payload.expires_at) - Date.parse(now),
    now: at,
    checkedAt: at,
    payBy: payload.payment ? at + Date.parse(payload.payment.until) - Date.parse(now) : null,
    ...(!payload.second_step && { code: '' }),
  };
}

/** The same operation in the words of what was read of it later; what has moved on since is told by its status. */
export const inWordsOf = <Known extends Operation | null>(known: Known, { payload }: { payload: Operation }): Known =>
  known?.id === payload.id && known.status === payload.status
    ? { ...known, ...(payload.facts && { facts: payload.facts }), ...(payload.payment && { payment: payload.payment }) }
    : known;

/** What a call about the known operation is given; each takes the part that it has a place for. */
export const about = ({ id, current, code }: OperationContext, path: string | undefined) => ({
  params: { id: id ?? '' },
  path: path ?? '',
  body:
    current?.kind === 'card_order'
      ? { card: id ?? '' }
      : { id: id ?? '', url: path ?? '', ...(current?.second_step ? { code: digitsOf(code) } : {}) },
});

/** The check is on its way, and a file with it, which stands in what was asked for by its handle. */
export const sendsFile = ({ ask, current }: Pick<OperationContext, 'ask' | 'current'>): boolean =>
  current === null &&
  Object.values(Object(ask) as Record<string, unknown>).some(
    (value) => typeof value === 'object' && value !== null && 'handle' in value,
  );

/** What came instead of an answer. Of files that this page no longer has nothing left it: that is said of the fields that held them. */
export const errorOf = ({ ask }: Pick<OperationContext, 'ask'>, error: unknown): CallError => {
  const { handles } = Object(error) as { handles?: string[] };
  if (!handles) return asCallError(error);
  const held = Object.entries(Object(ask) as Record<string, { handle?: string } | null>);
  const fields = held.flatMap(([name, value]) => (handles.includes(value?.handle ?? '') ? [[name, 'file_gone']] : []));
  return {
    ...asCallError(error),
    kind: 'refused',
    code: 'invalid',
    statusCode: 422,
    fields: Object.fromEntries(fields),
  };
};

export const statusOf = (context: OperationContext): OperationStatus | undefined => context.current?.status;

/**
 * Why a status is being found out: nobody knows what became of a confirm, the quote lapsed with none sent or where one may have been,
 * or it is only read again.
 */
export const findingOut = (context: OperationContext): 'lost' | 'lapsed' | 'lapsed after a confirm' | 'reading' => {
  if (context.lost) return 'lost';
  if (statusOf(context) !== 'open') return 'reading';
  // Of one that stood in the address the page before may have sent it.
  return context.hasSent || context.byAddress ? 'lapsed after a confirm' : 'lapsed';
};

/** A code is its digits, whatever somebody wrote between them. */
const digitsOf = (code: string): string => code.replaceAll(/\D/g, '');

/** Nothing is missing for a confirm: there is no second step, or its code is there. */
export const codeIsThere = ({ current, code }: OperationContext): boolean =>
  !current?.second_step || digitsOf(code).length === 6;

/** ms until another letter with a code may be asked for; the server's clock and ours differ. */
export const untilAnotherCode = ({ current, deadline, now }: OperationContext): number =>
  current?.second_step
    ? Math.max(0, Date.parse(current.second_step.again_at) - Date.parse(current.expires_at) + deadline - now)
    : 0;

/** What is wrong with the code that was sent: it was missing or half typed, or the server did not take it. */
export const codeProblem = ({ error, code }: OperationContext, corrected: boolean): Trouble | null =>
  corrected ? (fieldTrouble(error, 'code') ?? { code: code.trim() === '' ? 'required' : 'six_digits' }) : null;

/**
 * Whether a step runs that nothing may cover, whether the operation is open as far as anybody knows, and whether a confirm of this
 * page may have reached the server.
 */
export type Covering = Omit<Extract<OperationNews, { type: 'operation.confirming' }>, 'type'>;

/**
 * How far a flow knows its operation to be. What is open stands to be confirmed, unless a confirm may have been heard; where it is
 * known that none was, it stands to be confirmed again.
 */
export type Progress = 'unread' | 'reviewing' | 'sent';
export const progressOf = ({ confirming, open, sent }: Covering): { step: Progress; onReview: boolean } =>
  open && !sent ? { step: 'reviewing', onReview: confirming } : { step: 'sent', onReview: false };

/** Whether a step runs that nothing may cover, as the flow hears it. */
export const covering = (context: OperationContext, confirming: boolean): OperationNews => ({
  type: 'operation.confirming',
  confirming,
  open: statusOf(context) === 'open',
  sent: context.confirmed,
});

/** ms that it can still be paid; never negative. */
export const remainingToPay = ({ payBy, now }: Pick<OperationContext, 'payBy' | 'now'>): number =>
  payBy === null ? 0 : Math.max(0, payBy - now);

/** It stood in the address and was never read: nobody here knows whether anything was sent. */
export const isUnread = ({ ask, current }: OperationContext): boolean => ask === null && current === null;

/** ms that the quote still holds; never negative. */
export const remaining = ({ deadline, now }: Pick<OperationContext, 'deadline' | 'now'>): number =>
  Math.max(0, deadline - now);

/** Refusals after which the operation may have moved on: only its status tells. */
const movedOn = [
  'quote_expired',
  'already_submitted',
  'conflict',
  'not_found',
  'terms_changed',
  'too_many_tries',
  'too_late',
];
/** Refusals before anything was looked at: the same confirm may be tried again. */
const atTheDoor = [400, 403, 413, 415, 429];

/** Why a refused submit was refused; null when nobody knows what became of it. */
export function refusal(error: unknown): 'rule' | 'door' | 'session' | null {
  if (!isCallError(error) || error.kind !== 'refused' || movedOn.includes(error.code)) return null;
  if (error.code === 'no_session') return 'session';
  return atTheDoor.includes(error.statusCode) ? 'door' : 'rule';
}

/** 409 `terms_changed` carries a complete fresh check, told at the same time as the refusal. */
export function freshOf(error: unknown): Told | null {
  if (!isCallError(error) || error.code !== 'terms_changed' || !error.now || !error.at) return null;
  const fresh = operation.safeParse(error.fresh);
  return fresh.success ? { payload: fresh.data, now: error.now, at: error.at } : null;
}

/** Behind a sign-in. */
export const whereItStood = [
  { guard: 'nothing is known of it', target: 'resuming' },
  { target: 'finding out' },
] as const;

export const begin = (input: OperationInput): OperationContext => ({
  ask: 'ask' in input ? input.ask : null,
  ...('ask' in input && input.params ? { params: input.params } : {}),
  id: 'id' in input ? input.id : null,
  current: null,
  previous: null,
  deadline: 0,
  now: 0,
  checkedAt: null,
  payBy: null,
  code: '',
  corrections: 0,
  confirmed: false,
  hasSent: false,
  pause: added.pollFirst,
  error: null,
  lost: false,
  mayArrive: false,
  nothingSent: false,
  byAddress: 'id' in input,
  awake: true,
  origins: input.origins ?? [],
  kind: input.kind ?? null,
});
