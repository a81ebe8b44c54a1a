import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './frame.module.css';

/** The modal is wanted and did not come: the page below goes on, and the person may ask again. */
export function ModalNotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useWords();
  return (
    <div className={css['over']}>
      <Notice
        tone="warning"
        alert
        action={
          <Button size="small" onClick={onRetry}>
            {t('frame.retry')}
          </Button>
        }
      >
        {t('frame.modal.not_opened')}
      </Notice>
    </div>
  );
}
