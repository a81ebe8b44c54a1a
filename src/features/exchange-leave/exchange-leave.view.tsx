import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exchangeLeaveMachine } from '../../../machines/flows/exchange-leave/exchange-leave.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';

const holdingOf = ({ context }: SnapshotFrom<typeof exchangeLeaveMachine>) => context.holding;

/** Says what becomes of what would be left, and asks. It stands in a window, which has the heading. */
export default function ExchangeLeaveView({ actor }: { actor: ActorRefFrom<typeof exchangeLeaveMachine> }) {
  const { t } = useWords();
  const holding = useSelector(actor, holdingOf);
  return (
    <Stack gap={4}>
      {(holding === 'terms' || holding === 'terms alone') && <p>{t('exchange_leave.terms')}</p>}
      {(holding === 'terms' || holding === 'amount') && <p>{t('exchange_leave.amount')}</p>}
      {holding === 'file' && <p>{t('exchange_leave.file')}</p>}
      <Row>
        <Button variant="primary" says="user.dismissed" onClick={() => actor.send({ type: 'user.dismissed' })}>
          {t('exchange_leave.stay')}
        </Button>
        <Button says="user.confirmed" onClick={() => actor.send({ type: 'user.confirmed' })}>
          {t('exchange_leave.leave')}
        </Button>
      </Row>
    </Stack>
  );
}
