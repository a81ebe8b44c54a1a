import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { alertsMachine } from '../../../machines/residents/alerts/alerts.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { Notice } from '../../ui/notice.tsx';

type Actor = ActorRefFrom<typeof alertsMachine>;
type Snapshot = SnapshotFrom<typeof alertsMachine>;

const whole = (snapshot: Snapshot) => snapshot;

function Choice({ actor, snapshot }: { actor: Actor; snapshot: Snapshot }) {
  const { t } = useWords();
  if (snapshot.matches('absent')) return <p>{t('alerts.absent')}</p>;
  if (snapshot.hasTag('attention'))
    return (
      <Notice
        tone="warning"
        title={t('alerts.refused')}
        action={
          <Button
            size="small"
            pending={snapshot.hasTag('busy')}
            says="user.retried"
            onClick={() => actor.send({ type: 'user.retried' })}
          >
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

const screenOf = (snapshot: Snapshot): string =>
  snapshot.matches('absent') ? 'absent' : snapshot.hasTag('attention') ? 'refused' : 'choice';

/** What notifications of the browser are for, and whether they come; the browser asks only after the press. */
export default function AlertsView({ actor }: { actor: Actor }) {
  const snapshot = useSelector(actor, whole);
  return (
    <div ref={useHandedFocus(screenOf(snapshot))} tabIndex={-1}>
      <Choice actor={actor} snapshot={snapshot} />
    </div>
  );
}
