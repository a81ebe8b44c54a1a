import { lookingAt, words } from '../../../machines/inspector/inspector.words.ts';
import type { Words } from '../../../machines/model.ts';
import css from './inspector.module.css';
import type { InspectorSnapshot } from './inspector.view.tsx';
import { useSay } from './use-say.ts';

/** What the screen shows, in one line. */
function positionOf(snapshot: InspectorSnapshot): Words[] {
  const { at, book, reading, trouble } = snapshot.context;
  const troubles = trouble ? [trouble] : [];
  if (snapshot.matches('none')) return [words.choose];
  if (snapshot.matches('opening')) return [words.opening];
  if (snapshot.matches('not opened')) return [words.notOpened, ...troubles];
  if (snapshot.matches({ open: 'lost' })) return [words.notShown, ...troubles];
  if (snapshot.matches({ open: 'going' })) return [words.going];
  if (snapshot.matches({ open: 'live' }) || at === null) {
    if (book?.live) return [words.live];
    return book?.whole ? [words.chooseEntry] : [];
  }
  const place = lookingAt(at, reading.entries);
  return snapshot.matches({ open: 'playing' }) ? [words.playing, place] : [place];
}

export function Position({ snapshot }: { snapshot: InspectorSnapshot }) {
  const say = useSay();
  return (
    <span className={css['position']} role="status" data-busy={snapshot.hasTag('busy') || undefined}>
      {positionOf(snapshot).map(say).join(': ')}
    </span>
  );
}
