import { useWords } from '../../i18n/words.ts';
import { LinkButton, type LinkButtonProps } from '../../ui/link-button.tsx';

/** The way on from whatever waits for a verified identity. */
export function ToVerification(face: Pick<LinkButtonProps, 'variant' | 'size'>) {
  const { t } = useWords();
  return (
    <LinkButton {...face} href="/settings/verification">
      {t('operation.verify')}
    </LinkButton>
  );
}
