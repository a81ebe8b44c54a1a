import { useWords } from '../../i18n/words.ts';
import { useHeadingFocus } from '../../ui/focus.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/state.tsx';

/** No such page. */
export function NotFound() {
  const { t } = useWords();
  const heading = useHeadingFocus('');
  return (
    <EmptyState
      level={1}
      drawing="lost"
      ref={heading}
      title={t('page404-text')}
      action={
        <LinkButton href="/" variant="primary">
          {t('frame.home')}
        </LinkButton>
      }
    />
  );
}
