import { useWords } from '../../i18n/words.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/state.tsx';

/** No such page. */
export function NotFound() {
  const { t } = useWords();
  return (
    <EmptyState
      level={1}
      drawing="lost"
      title={t('page404-text')}
      action={
        <LinkButton href="/" variant="primary">
          {t('frame.home')}
        </LinkButton>
      }
    />
  );
}
