import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';

interface CancelAnswersProps {
  send: (event: { type: 'user.order kept' } | { type: 'user.cancel agreed' }) => void;
  size: 'small' | 'large';
}

/** Both answers to the question whether an order is to be taken back; keeping it comes first. */
export function CancelAnswers({ send, size }: CancelAnswersProps) {
  const { t } = useWords();
  return (
    <>
      <Button variant="primary" size={size} says="user.order kept" onClick={() => send({ type: 'user.order kept' })}>
        {t('operation.cancel_asked.keep')}
      </Button>
      <Button size={size} says="user.cancel agreed" onClick={() => send({ type: 'user.cancel agreed' })}>
        {t('operation.cancel')}
      </Button>
    </>
  );
}
