import { useWords } from '../../i18n/words.ts';
import { LinkButton } from '../../ui/link-button.tsx';

/** The way in by Telegram: one press leads there. */
export function ByTelegram({ remember = false }: { remember?: boolean }) {
  const { t } = useWords();
  return (
    <LinkButton variant="plain" href={`/login/telegram?go=1${remember ? '&remember=1' : ''}`}>
      {t('telegram.button')}
    </LinkButton>
  );
}
