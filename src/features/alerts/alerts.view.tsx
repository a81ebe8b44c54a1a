import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { alertsMachine } from '../../../machines/residents/alerts/alerts.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';

const whole = (snapshot: SnapshotFrom<typeof alertsMachine>) => snapshot;

/** What notifications of the browser are for, and whether they come; the browser asks only after the press. */
export default function AlertsView({ actor }: { actor: ActorRefFrom<typeof alertsMachine> }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  if (snapshot.matches('absent')) return <p>{t('alerts.absent')}</p>;
  if (snapshot.hasTag('attention'))
    return (
      <Notice
        tone="warning"
        title={t('alerts.refused')}
        action={
          <Button size="small" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
            {t('form.retry')}
          </Button>
        }
      >
        {t('alerts.refused.text')}
      </Notice>
    );
  const toggled = { type: snapshot.hasTag('on') ? 'user.alerts unwanted' : 'user.alerts wanted' } as const;
  return (
    <Checkbox
      label={t('alerts.label')}
      help={t(snapshot.matches('asking') ? 'alerts.asking' : 'alerts.help')}
      value={snapshot.hasTag('on')}
      disabled={!snapshot.can(toggled)}
      says={toggled.type}
      onValue={() => actor.send(toggled)}
    />
  );
}
