import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { versionMachine } from '../../../machines/residents/version/version.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { CornerCard } from '../../ui/corner-card.tsx';
import { useLeftFocus } from '../../ui/handed-focus.ts';
import { Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';

const isOffered = (snapshot: SnapshotFrom<typeof versionMachine>) => snapshot.hasTag('attention');

/** A newer page is on the server; when to take it is up to the person. It stands in a live area. */
export default function VersionView({ actor }: { actor: ActorRefFrom<typeof versionMachine> }) {
  const offered = useSelector(actor, isOffered);
  return offered && <NewerVersion actor={actor} />;
}

function NewerVersion({ actor }: { actor: ActorRefFrom<typeof versionMachine> }) {
  const { t } = useWords();
  return (
    <CornerCard ref={useLeftFocus()}>
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
    </CornerCard>
  );
}
