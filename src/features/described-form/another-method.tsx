import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import type { DescribedFormActor } from './described-form.view.tsx';

/** The way back to the methods: from the form, and from where there is none. */
export function AnotherMethod({ actor, variant }: { actor: DescribedFormActor; variant: 'primary' | 'plain' }) {
  const { t } = useWords();
  return (
    <Button
      variant={variant}
      says="user.another method wanted"
      onClick={() => actor.send({ type: 'user.another method wanted' })}
    >
      {t('payment.another_method')}
    </Button>
  );
}
