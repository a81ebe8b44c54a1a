import { getShortestPaths } from '@xstate/test';
import type { AnyStateMachine } from 'xstate';

/** How many states the library of XState finds a shortest path to, by its own search over snapshots. */
export const pathsOfLibrary = (machine: AnyStateMachine): number => getShortestPaths(machine).length;
