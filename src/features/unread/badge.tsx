import { useWords } from '../../i18n/words.ts';
import { VisuallyHidden } from '../../ui/layout.tsx';
import css from './unread.module.css';

/** A number for the eye, a sentence for the ear. */
export function Badge({ count }: { count: number }) {
  const { t } = useWords();
  return (
    <span className={css['badge']}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{t('unread.count', { count })}</VisuallyHidden>
    </span>
  );
}
