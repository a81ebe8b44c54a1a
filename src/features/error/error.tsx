import type { Fault } from '../../../contract/errors.ts';
import { useWords } from '../../i18n/words.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/state.tsx';

/** What broke, for whoever is asked for help: `500 · Unknown middleware`. */
export const faultName = ({ statusCode, message }: Fault): string => [statusCode, message].filter(Boolean).join(' · ');

interface ErrorViewProps {
  fault?: Fault | undefined;
  /** Opens the page anew where it is; without it a link leads home. */
  onReload?: (() => void) | undefined;
}

/** Something broke that no state of a machine foresaw. */
export function ErrorView({ fault, onReload }: ErrorViewProps) {
  const { t } = useWords();
  return (
    <ErrorState
      level={1}
      drawing="lost"
      title={t('broken.title')}
      text={
        <>
          {t('broken.text')}
          {fault && <> ({faultName(fault)})</>}
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
