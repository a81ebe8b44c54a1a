import { useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './frame.module.css';

/** The modal is wanted and did not come: the page below goes on, and the person may ask again or do without. */
export function ModalNotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useWords();
  const modals = useResident('modals');
  return (
    <div className={css['over']}>
      <Notice
        tone="warning"
        alert
        action={
          <>
            <Button size="small" onClick={onRetry}>
              {t('frame.retry')}
            </Button>
            <Button
              size="small"
              says="user.modal dismissed"
              onClick={() => modals.send({ type: 'user.modal dismissed' })}
            >
              {t('login.dismiss')}
            </Button>
          </>
        }
      >
        {t('frame.modal.not_opened')}
      </Notice>
    </div>
  );
}
