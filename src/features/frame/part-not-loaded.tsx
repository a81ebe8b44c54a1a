import { useWords } from '../../i18n/words.ts';
import type { Heir } from '../../ui/handed-focus.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { heading } from '../../ui/top.ts';

/** What has the focus when a drawer is opened: its cross. */
const firstOfDrawer: Heir = (left) => left.closest('dialog')?.querySelector('button') ?? heading();

/** What a drawer is to show did not come: it may be asked for again, and the drawer closed as ever. */
export function PartNotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useWords();
  return (
    <Notice
      tone="warning"
      alert
      title={t('frame.not_opened.title')}
      action={
        <PassingButton size="small" heir={firstOfDrawer} onClick={onRetry}>
          {t('frame.retry')}
        </PassingButton>
      }
    >
      {t('frame.not_opened.text')}
    </Notice>
  );
}
