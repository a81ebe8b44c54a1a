import { useState } from 'react';
import { formatCountdown } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { LiveRegion } from '../../ui/layout.tsx';

interface AnotherLetterProps {
  sending: boolean;
  /** What is another one when another letter was sent, and the same one when none could be. */
  letter: unknown;
  /** That it is being sent, and then where to. */
  children: string;
}

/** Reads aloud what becomes of a letter that is asked for once more; of the first one the screen itself tells. */
export function AnotherLetter({ sending, letter, children }: AnotherLetterProps) {
  const [before, keep] = useState(letter);
  if (sending && letter !== before) keep(letter);
  return <LiveRegion>{sending || letter !== before ? children : ''}</LiveRegion>;
}

/** How long, in ms, until another one may be asked for: beside its button, whose name is read each time that it changes. */
export function UntilAnother({ left, says }: { left: number; says: string }) {
  const { t } = useWords();
  // Its line is kept: what stands below it must not move under a press.
  return (
    <p role="timer" aria-live="off">
      {left > 0 ? t(says, { time: formatCountdown(left) }) : '\u00A0'}
    </p>
  );
}
