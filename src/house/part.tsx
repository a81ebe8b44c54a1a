import {
  createElement,
  lazy,
  Suspense,
  use,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
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
 * the rest of the page goes on; `onRetry` begins anew, and so do the line that is back and whoever comes to it again. Until it comes `waiting`
 * stands there. What goes wrong within it is no matter of its coming, and is left to whoever stands around it.
 */
export const createPart = <Props extends object = object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<{ onRetry: () => void }>,
  waiting: ReactNode = null,
): Part<Props> => {
  let here: ComponentType<Props> | undefined;
  let isLost = false;
  let coming: Promise<ComponentType<Props> | null> | undefined;
  const arrive = async (): Promise<ComponentType<Props> | null> => {
    try {
      here = await patiently(fetchPart, tries);
      return here;
    } catch {
      isLost = true;
      return null;
    }
  };
  const come = () => (coming ??= arrive());
  const beginAnew = () => {
    if (isLost) coming = undefined;
    isLost = false;
  };
  let turn = 0;
  const looking = new Set<() => void>();
  const retry = () => {
    beginAnew();
    turn += 1;
    for (const look of looking) look();
  };
  // Whoever looks at what did not come need not press anything when the line is back.
  const onLineBack = () => {
    if (isLost) retry();
  };
  const follow = (look: () => void) => {
    looking.add(look);
    addEventListener('online', onLineBack);
    return () => {
      looking.delete(look);
      if (looking.size === 0) removeEventListener('online', onLineBack);
    };
  };
  const turnNow = () => turn;
  const Shown = ({ props }: { props: Props }) => {
    const Part = use(come());
    return Part ? createElement(Part, props) : createElement(Instead, { onRetry: retry });
  };
  const View = (props: Props) => {
    const [Here] = useState(() => {
      beginAnew();
      return here;
    });
    const key = useSyncExternalStore(follow, turnNow, turnNow);
    if (Here) return createElement(Here, props);
    return (
      <Suspense key={key} fallback={waiting}>
        <Shown props={props} />
      </Suspense>
    );
  };
  return { View, fetchAhead: () => void come() };
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
