import { useWords } from '../../i18n/words.ts';
import { LinkButton } from '../../ui/link-button.tsx';

/** The way in by Telegram: to the page that tells what it gives, and whose button leads there. */
export function ByTelegram({ remember = false }: { remember?: boolean }) {
  const { t } = useWords();
  return (
    <LinkButton variant="plain" href={`/login/telegram${remember ? '?remember=1' : ''}`}>
      {t('telegram.button')}
    </LinkButton>
  );
}
