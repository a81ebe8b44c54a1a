import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { telegramTieMachine } from '../../../machines/flows/settings/telegram-tie.machine.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { Part } from '../parts/part.tsx';

export type TelegramTieActor = ActorRefFrom<typeof telegramTieMachine>;
type Snapshot = SnapshotFrom<typeof telegramTieMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.telegram wanted' } as const;
const untied = { type: 'user.telegram untied' } as const;

/** Whether a Telegram account signs in here, since when, and the end of it. */
export default function TelegramTieView({ actor }: { actor: TelegramTieActor }) {
  const { t, locale } = useWords();
  const snapshot = useSelector(actor, whole);
  const { tie, trouble } = snapshot.context;
  const place = useHandedFocus(tie?.tied ? 'tied' : 'untied');
  return (
    <Part
      id="telegram-tie"
      title={t('tie.title')}
      waiting={tie === null && t('tie.reading')}
      unread={snapshot.matches('unread') && t('tie.unread')}
      undone={snapshot.matches('not untied') && { title: t('tie.unsure'), retry: t('tie.untie_again') }}
      trouble={trouble}
      again={wanted.type}
      onAgain={() => actor.send(wanted)}
    >
      {tie?.tied ? (
        <Stack gap={4}>
          <p>
            {t('tie.since', { when: formatDateTime(tie.tied.since, locale) })}{' '}
            {t(tie.offered ? 'tie.text' : 'tie.unused')}
          </p>
          <Row>
            <Button
              variant="danger"
              says={untied.type}
              aria-disabled={!snapshot.can(untied) || undefined}
              pending={snapshot.matches('untying')}
              onClick={() => actor.send(untied)}
            >
              {t('tie.untie')}
            </Button>
          </Row>
        </Stack>
      ) : (
        tie && (
          <p ref={place} tabIndex={-1}>
            {t(tie.offered ? 'tie.none' : 'tie.off')}
          </p>
        )
      )}
    </Part>
  );
}
