import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What a drawer is to show did not come: it may be asked for again, and the drawer closed as ever. */
export function PartNotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useWords();
  return (
    <Notice
      tone="warning"
      alert
      title={t('frame.not_opened.title')}
      action={
        <Button size="small" onClick={onRetry}>
          {t('frame.retry')}
        </Button>
      }
    >
      {t('frame.not_opened.text')}
    </Notice>
  );
}
