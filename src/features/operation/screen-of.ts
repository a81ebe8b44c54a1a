import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { operationMachine } from '../../../machines/operation/operation.machine.ts';

export type OperationActor = ActorRefFrom<typeof operationMachine>;
export type OperationSnapshot = SnapshotFrom<typeof operationMachine>;

/** The screens of an operation, each with its own heading. */
const screens = [
  'checking',
  'resuming',
  'unreadable',
  'reviewing',
  'terms changed',
  'submitting',
  'finding out',
  'unknown',
  'signed out',
  'tracking',
  'handing over',
  'not handed over',
  'asked to cancel',
  'cancelling',
  'cancelled too late',
  'changed mind',
  'not found',
  'rejected',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
] as const;
export type Screen = (typeof screens)[number];

/** Which screen shows this state: a state's parts share one, and the moment before the first is that of opening. */
export const screenOf = (snapshot: OperationSnapshot): Screen =>
  screens.find((screen) => snapshot.matches(screen)) ?? 'resuming';
