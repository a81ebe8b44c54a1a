import type { Answer } from '../../contract/call.ts';
import { isCallError, type CallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import { operation, type Operation, type OperationStatus } from '../../contract/operation.ts';
import type { HouseEvent, PortEvent } from '../root/events.ts';

/** Start from what the person asked for, or from the id that stands in the address. */
export type OperationInput = { ask: unknown } | { id: string };

/** What the flow learns at the end. The first three happen only while nothing was sent. */
export type OperationOutput =
  | { kind: 'rejected'; error: CallError }
  | { kind: 'changed mind' }
  | { kind: 'not found' }
  | { kind: 'succeeded' | 'failed' | 'cancelled' | 'expired'; operation: Operation };

/** What the flow hears while it runs: the id for the address, whether a step runs that nothing may cover, and that it was sent. */
export type OperationNews =
  | { type: 'operation.opened'; id: string }
  | { type: 'operation.confirming'; confirming: boolean }
  | { type: 'operation.submitted'; id: string };

export interface OperationContext {
  ask: unknown;
  id: string | null;
  /** The last truth from the server, and the terms that the person saw before they changed. */
  current: Operation | null;
  previous: Operation | null;
  /** Page clock in ms: when the quote lapses; the last moment heard of; when the status was last read. */
  deadline: number;
  now: number;
  checkedAt: number | null;
  /** ms until the next status question. */
  pause: number;
  error: CallError | null;
  /** The answer to a submit was lost, and nobody has found out yet how it ended. */
  lost: boolean;
  /** The answer was lost, and the server says that the operation is still open. */
  nothingSent: boolean;
  awake: boolean;
}

export type OperationEvent =
  | { type: 'user.confirmed' }
  | { type: 'user.went back' }
  | { type: 'user.asked again' }
  | Extract<PortEvent, { at: number }>
  | Extract<HouseEvent, { type: 'house.signed in' }>;

export type Told = Answer<Operation>;

export interface Heard {
  output: Told;
}
export interface Thrown {
  error: unknown;
}

/** The truth as the server tells it. Its clock and ours differ: a deadline is kept as a moment of this page's clock. */
export function truth({ payload, now, at }: Told): Partial<OperationContext> {
  return {
    id: payload.id,
    current: payload,
    deadline: at + Date.parse(payload.expires_at) - Date.parse(now),
    now: at,
    checkedAt: at,
  };
}

export const statusOf = (context: OperationContext): OperationStatus | undefined => context.current?.status;

/** Why a status is being found out: nobody knows what became of a confirm, the quote lapsed, or it is only read again. */
export const findingOut = (context: OperationContext): 'lost' | 'lapsed' | 'reading' =>
  context.lost ? 'lost' : statusOf(context) === 'open' ? 'lapsed' : 'reading';

/** It stood in the address and was never read: nobody here knows whether anything was sent. */
export const isUnread = ({ ask, current }: OperationContext): boolean => ask === null && current === null;

/** ms that the quote still holds; never negative. */
export const remaining = ({ deadline, now }: Pick<OperationContext, 'deadline' | 'now'>): number =>
  Math.max(0, deadline - now);

/** Refusals after which the operation may have moved on: only its status tells. */
const movedOn = ['quote_expired', 'already_submitted', 'conflict', 'not_found', 'terms_changed'];
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

export const begin = (input: OperationInput): OperationContext => ({
  ask: 'ask' in input ? input.ask : null,
  id: 'id' in input ? input.id : null,
  current: null,
  previous: null,
  deadline: 0,
  now: 0,
  checkedAt: null,
  pause: added.pollFirst,
  error: null,
  lost: false,
  nothingSent: false,
  awake: true,
});
