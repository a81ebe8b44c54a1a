import type { AnyActorRef } from 'xstate';
import type { HouseActor } from '../../../machines/root/house.ts';

/** A screen of the past: the root as it stood after `number` entries. */
export interface Shown {
  root: HouseActor;
  number: number;
}

/** What the screen shows instead of the living page; nothing while that stands there itself. */
export interface Player {
  getSnapshot(): Shown | null;
  subscribe(listener: () => void): () => void;
  show(root: AnyActorRef, number: number): void;
  leave(): void;
}

export function createPlayer(): Player {
  const listeners = new Set<() => void>();
  let shown: Shown | null = null;
  const tell = (next: Shown | null) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  return {
    getSnapshot: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show: (root, number) => tell({ root: root as unknown as HouseActor, number }),
    leave: () => {
      if (shown) tell(null);
    },
  };
}
