import { createElement, lazy, Suspense, use, useState, type ComponentType, type ReactNode } from 'react';
import { Boundary } from './boundary.tsx';
import { patiently } from './patiently.ts';

interface Part<Props> {
  /** Fetches it when it is first shown; one that was fetched ahead stands there at once. */
  View: ComponentType<Props>;
  /** Fetches it before it is needed; a failure is nobody's concern yet. */
  fetchAhead: () => void;
}

const tries = 3;

/**
 * A part of the page that a person waits for: it is fetched a few times, and then `Instead` stands there alone, so that
 * the rest of the page goes on. `onRetry` begins anew. Until it comes `waiting` stands there.
 */
export const createPart = <Props extends object = object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<{ onRetry: () => void }>,
  waiting: ReactNode = null,
): Part<Props> => {
  let here: ComponentType<Props> | undefined;
  let coming: Promise<ComponentType<Props>> | undefined;
  const come = () => (coming ??= patiently(fetchPart, tries).then((part) => (here = part)));
  const forget = () => {
    coming = undefined;
  };
  const Shown = (props: Props) => createElement(here ?? use(come()), props);
  const View = (props: Props) => {
    const [turn, setTurn] = useState(0);
    const retry = () => {
      forget();
      setTurn(turn + 1);
    };
    return (
      <Boundary key={turn} instead={() => <Instead onRetry={retry} />}>
        <Suspense fallback={waiting}>
          <Shown {...props} />
        </Suspense>
      </Boundary>
    );
  };
  return { View, fetchAhead: () => void come().catch(forget) };
};

interface LatePart {
  View: ComponentType<{ waiting: ReactNode }>;
  /** Resolves when it is there. */
  fetchAhead: () => Promise<void>;
}

/**
 * A part of the page that nobody waits for: `waiting` stands there until it comes. Fetched before it is first shown, it
 * stands there at once and without a boundary, as in a screen that was rendered ahead.
 */
export const createLatePart = (fetchPart: () => Promise<ComponentType>): LatePart => {
  let here: ComponentType | undefined;
  const come = () => patiently(fetchPart);
  const Late = lazy(async () => ({ default: await come() }));
  const View = ({ waiting }: { waiting: ReactNode }) => {
    const [Here] = useState(() => here);
    return Here ? createElement(Here) : createElement(Suspense, { fallback: waiting }, createElement(Late));
  };
  return {
    View,
    fetchAhead: async () => {
      here = await come();
    },
  };
};
