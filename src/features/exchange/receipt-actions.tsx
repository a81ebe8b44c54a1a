import Printer from 'lucide-react/icons/printer';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import type { ExchangeActor } from './exchange.view.tsx';

/** What can be done with a receipt. */
export function ReceiptActions({ actor }: { actor: ExchangeActor }) {
  const { t } = useWords();
  return (
    <>
      <Button variant="primary" size="large" says="user.again" onClick={() => actor.send({ type: 'user.again' })}>
        {t('operation.again')}
      </Button>
      <Button
        size="large"
        says="user.another pair wanted"
        onClick={() => actor.send({ type: 'user.another pair wanted' })}
      >
        {t('operation.another')}
      </Button>
      <Button
        size="large"
        icon={<Printer size={20} aria-hidden="true" />}
        says="user.printed"
        onClick={() => actor.send({ type: 'user.printed' })}
      >
        {t('operation.print')}
      </Button>
    </>
  );
}
