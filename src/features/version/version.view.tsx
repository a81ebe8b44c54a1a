import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { versionMachine } from '../../../machines/residents/version/version.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';

const isOffered = (snapshot: SnapshotFrom<typeof versionMachine>) => snapshot.hasTag('attention');

/** A newer page is on the server; when to take it is up to the person. */
export default function VersionView({ actor }: { actor: ActorRefFrom<typeof versionMachine> }) {
  const { t } = useWords();
  const offered = useSelector(actor, isOffered);
  if (!offered) return null;
  return (
    <Notice
      action={
        <Row>
          <Button size="small" says="user.reloaded" onClick={() => actor.send({ type: 'user.reloaded' })}>
            {t('version.reload')}
          </Button>
          <Button size="small" says="user.reload put off" onClick={() => actor.send({ type: 'user.reload put off' })}>
            {t('version.later')}
          </Button>
        </Row>
      }
    >
      {t('version.text')}
    </Notice>
  );
}
