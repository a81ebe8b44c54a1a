import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { sidesOf } from '../../../contract/verification.ts';
import { isOfHand, lacking, reviewOf } from '../../../machines/flows/document/document.context.ts';
import type { documentMachine } from '../../../machines/flows/document/document.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { formatUntil } from '../../i18n/moments.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { SettingsPage } from '../menus/settings-page.tsx';
import { Held } from '../parts/held.tsx';
import UploadView, { type UploadActor } from '../upload/upload.view.tsx';
import css from './document.module.css';

type Actor = ActorRefFrom<typeof documentMachine>;
type Snapshot = SnapshotFrom<typeof documentMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const uploadsOf = ({ children }: Snapshot) => [children['first'], children['second']] as (UploadActor | undefined)[];

const All = () => {
  const { t } = useWords();
  return <LinkButton href="/settings/verification">{t('document.all')}</LinkButton>;
};

/** A file that waits to be sent or looked at, or a side that lacks one. */
const unsentOrWrong = '[data-says="user.sent"], [data-says="user.look wanted"], [aria-invalid="true"]';

function Sides({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { kind, paper, trouble, corrections } = snapshot.context;
  // What is told of a file comes first: a side without one can wait.
  const missing = isOfHand(trouble) ? [] : lacking(snapshot.context);
  const form = useErrorFocus<HTMLDivElement>(corrections, unsentOrWrong);
  return (
    <Stack gap={4}>
      {paper?.status === 'rejected' && <Notice tone="warning">{t('document.rejected')}</Notice>}
      <div ref={form} className={css['sides']}>
        {uploadsOf(snapshot).map((upload, at) => {
          const isMissing = snapshot.hasTag('corrected') && missing.some((side) => side === sidesOf[kind][at]);
          return upload && <UploadView key={upload.id} actor={upload} missing={isMissing} />;
        })}
      </div>
      {trouble && (
        <Notice tone="danger" alert>
          {told(trouble)}
        </Notice>
      )}
      <Row gap={3}>
        <Button
          variant="primary"
          main
          says="user.submitted"
          pending={snapshot.hasTag('busy')}
          onClick={() => actor.send({ type: 'user.submitted' })}
        >
          {t('document.submit')}
        </Button>
        <All />
      </Row>
      <p className={css['small']}>{t('document.privacy')}</p>
    </Stack>
  );
}

/** Since when it is looked at, and by when that is usually done, or that it takes longer. */
function Review({ snapshot }: Pick<PartProps, 'snapshot'>) {
  const { t, locale } = useWords();
  const review = reviewOf(snapshot.context);
  if (!review) return null;
  const { since, by, now, late } = review;
  const time = (moment: number) => ({ time: formatUntil(moment, now, locale) });
  return (
    <>
      {late && <Notice tone="warning">{t('document.reviewing.late')}</Notice>}
      <p className={css['small']}>
        {t('document.reviewing.since', time(since))}
        {by !== null && ` ${t('document.reviewing.by', time(by))}`}
      </p>
    </>
  );
}

function Reviewing({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { trouble } = snapshot.context;
  const isAsking = snapshot.matches({ reviewing: 'asking' });
  return (
    <Stack gap={4}>
      <Notice title={t('document.reviewing')}>{t('document.reviewing.text')}</Notice>
      <Review snapshot={snapshot} />
      {trouble && <Notice tone="warning">{told(trouble)}</Notice>}
      <Row gap={3}>
        <Button says="user.asked again" pending={isAsking} onClick={() => actor.send({ type: 'user.asked again' })}>
          {t('document.ask')}
        </Button>
        <All />
      </Row>
    </Stack>
  );
}

const waitsFor = (snapshot: Snapshot): string => {
  if (snapshot.matches('submitting')) return 'document.submitting';
  return snapshot.matches('finding out') ? 'document.finding' : 'document.loading';
};

function Body({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { trouble } = snapshot.context;
  if (snapshot.matches('editing')) return <Sides actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('held'))
    return (
      <Surface>
        <Held trouble={trouble} seconds={secondsHeld(snapshot.context)} />
      </Surface>
    );
  if (snapshot.matches('reviewing')) return <Reviewing actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('unread'))
    return (
      <Surface>
        <ErrorState
          title={t('document.unread')}
          text={trouble && told(trouble)}
          action={
            <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
              {t('form.retry')}
            </Button>
          }
        />
      </Surface>
    );
  if (snapshot.hasTag('finished'))
    return (
      <Stack gap={4}>
        <Notice tone="success">{t('document.verified')}</Notice>
        <Row>
          <All />
        </Row>
      </Stack>
    );
  return (
    <Surface>
      <Waiting>{t(waitsFor(snapshot))}</Waiting>
      <Skeleton of="block" />
    </Surface>
  );
}

const stepOf = (snapshot: Snapshot): string => {
  if (snapshot.matches('editing')) return 'editing';
  if (snapshot.matches('reviewing')) return 'reviewing';
  if (snapshot.matches('unread')) return 'unread';
  if (snapshot.matches('held')) return 'held';
  return snapshot.hasTag('finished') ? 'finished' : 'loading';
};

/** A document of the person: its two sides, and what became of them. */
export default function DocumentView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { kind } = snapshot.context;
  return (
    <SettingsPage title={t(`verification.document.${kind}`)} screen={stepOf(snapshot)} current="settings-verification">
      <Body actor={actor} snapshot={snapshot} />
    </SettingsPage>
  );
}
