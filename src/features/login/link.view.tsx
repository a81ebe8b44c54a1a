import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { LinkInfo } from '../../../contract/calls/auth.ts';
import type { linkMachine } from '../../../machines/flows/login/link.machine.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Remember } from '../sign-in/remember.tsx';
import { Sheet } from '../sign-in/sheet.tsx';
import css from './login.module.css';

type LinkActor = ActorRefFrom<typeof linkMachine>;
type LinkSnapshot = SnapshotFrom<typeof linkMachine>;
interface PartProps {
  actor: LinkActor;
  snapshot: LinkSnapshot;
}

const whole = (snapshot: LinkSnapshot) => snapshot;

type Screen = 'reading' | 'ready' | 'elsewhere' | 'unread' | 'over' | 'done';
const screenOf = (snapshot: LinkSnapshot): Screen => {
  if (snapshot.matches('consuming')) return 'ready';
  const standing = (['reading', 'ready', 'elsewhere', 'unread', 'over'] as const).find((state) =>
    snapshot.matches(state),
  );
  return standing ?? 'done';
};

const titles: Record<Screen, string> = {
  reading: 'login.link.title',
  ready: 'login.link.title',
  elsewhere: 'login.link.elsewhere.title',
  unread: 'login.link.unread.title',
  over: 'login.link.over.title',
  done: 'login.link.title',
};

function Control({
  actor,
  snapshot,
  type,
  main = false,
  children,
}: PartProps & { type: 'user.retried' | 'user.form wanted'; main?: boolean; children: ReactNode }) {
  return (
    <Button
      variant={main ? 'primary' : 'quiet'}
      says={type}
      disabled={!snapshot.can({ type })}
      onClick={() => actor.send({ type })}
    >
      {children}
    </Button>
  );
}

function Reading() {
  const { t } = useWords();
  return (
    <>
      <Waiting>{t('login.link.reading')}</Waiting>
      <Skeleton of="field" />
    </>
  );
}

function Ready({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  return (
    <>
      <p>{t('login.link.text')}</p>
      <Remember actor={actor} snapshot={snapshot} />
      <Button
        variant="primary"
        wide
        says="user.confirmed"
        pending={snapshot.hasTag('busy')}
        onClick={() => actor.send({ type: 'user.confirmed' })}
      >
        {t('login.link.confirm')}
      </Button>
    </>
  );
}

function Elsewhere({ actor, snapshot, info }: PartProps & { info: LinkInfo }) {
  const { t, locale } = useWords();
  return (
    <>
      <p>{t('login.link.elsewhere.text')}</p>
      {info.code && <p className={css['code']}>{info.code}</p>}
      <Facts
        facts={[
          { key: 'device', name: t('login.link.device'), value: info.device },
          { key: 'place', name: t('login.link.place'), value: info.place },
          { key: 'requested', name: t('login.link.requested'), value: formatDateTime(info.requested_at, locale) },
        ]}
      />
      <Notice tone="warning">{t('login.link.warning')}</Notice>
      <Row>
        <Control actor={actor} snapshot={snapshot} type="user.form wanted">
          {t('login.link.form')}
        </Control>
      </Row>
    </>
  );
}

function Turned({ actor, snapshot, again }: PartProps & { again: boolean }) {
  const { t, locale } = useWords();
  const { trouble } = snapshot.context;
  return (
    <>
      {trouble && <Notice tone="warning">{tellTrouble(trouble, t, locale)}</Notice>}
      <Row>
        {again && (
          <Control actor={actor} snapshot={snapshot} type="user.retried" main>
            {t('frame.retry')}
          </Control>
        )}
        <Control actor={actor} snapshot={snapshot} type="user.form wanted" main={!again}>
          {t('login.link.form')}
        </Control>
      </Row>
    </>
  );
}

/** The page that the link of a letter opens. */
export default function LinkView({ actor }: { actor: LinkActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  const { info } = snapshot.context;
  return (
    <Sheet title={t(titles[screen])} screen={screen}>
      {screen === 'reading' && <Reading />}
      {screen === 'ready' && <Ready {...parts} />}
      {screen === 'elsewhere' && info && <Elsewhere {...parts} info={info} />}
      {(screen === 'unread' || screen === 'over') && <Turned {...parts} again={screen === 'unread'} />}
      {screen === 'done' && <p role="status">{t('login.done')}</p>}
    </Sheet>
  );
}
