import { useWords } from '../../i18n/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/state.tsx';

interface ErrorViewProps {
  /** What broke, as far as it has a name: `Unknown middleware`, with its status code. */
  message?: string | undefined;
  statusCode?: string | undefined;
  /** Opens the page anew where it is; without it a link leads home. */
  onReload?: (() => void) | undefined;
}

/** Something broke that no state of a machine foresaw. */
export function ErrorView({ message, statusCode, onReload }: ErrorViewProps) {
  const { t } = useWords();
  const name = [statusCode, message].filter(Boolean).join(' · ');
  return (
    <ErrorState
      level={1}
      drawing="lost"
      title={t('broken.title')}
      text={
        <>
          {t('broken.text')}
          {name && <> ({name})</>}
        </>
      }
      action={
        onReload ? (
          <Button variant="primary" says="user.reloaded" onClick={onReload}>
            {t('broken.reload')}
          </Button>
        ) : (
          <a href="/" rel="external" className={buttonClass({ variant: 'primary' })}>
            {t('broken.home')}
          </a>
        )
      }
    />
  );
}
