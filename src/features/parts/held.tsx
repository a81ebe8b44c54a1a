import type { Trouble } from '../../../machines/form/trouble.ts';
import { formatCountdown } from '../../i18n/dates.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Notice } from '../../ui/notice.tsx';

/** Too many tries: why, and how long it takes, which is counted down and not said in the words beside it. */
export function Held({ trouble, seconds }: { trouble: Trouble | null; seconds: number }) {
  const { t, locale } = useWords();
  return (
    <>
      {trouble && (
        <Notice tone="warning">
          {tellTrouble({ ...trouble, params: { ...trouble.params, seconds: 0 } }, t, locale)}
        </Notice>
      )}
      <p role="timer" aria-live="off">
        {t('login.held.countdown', { time: formatCountdown(seconds * 1000) })}
      </p>
    </>
  );
}
