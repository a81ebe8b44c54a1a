import { createElement, Suspense, use, useState, type ComponentType } from 'react';
import { Boundary } from './boundary.tsx';
import { patiently } from './patiently.ts';

interface Part {
  /** Fetches it when it is first shown. */
  View: ComponentType;
  /** Fetches it before it is needed; a failure is nobody's concern yet. */
  fetchAhead: () => void;
}

const tries = 3;

/**
 * A part of the page that a person waits for: it is fetched a few times, and then `Instead` stands there alone, so that
 * the rest of the page goes on. `onRetry` begins anew.
 */
export const createPart = (
  fetchPart: () => Promise<ComponentType>,
  Instead: ComponentType<{ onRetry: () => void }>,
): Part => {
  let coming: Promise<ComponentType> | undefined;
  const come = () => (coming ??= patiently(fetchPart, tries));
  const forget = () => {
    coming = undefined;
  };
  const Shown = () => createElement(use(come()));
  const View = () => {
    const [turn, setTurn] = useState(0);
    const retry = () => {
      forget();
      setTurn(turn + 1);
    };
    return (
      <Boundary key={turn} instead={() => <Instead onRetry={retry} />}>
        <Suspense fallback={null}>
          <Shown />
        </Suspense>
      </Boundary>
    );
  };
  return { View, fetchAhead: () => void come().catch(forget) };
};
