import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { recruitDays } from '../../../contract/referral.ts';
import type { recruitMachine } from '../../../machines/flows/recruit/recruit.machine.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Sheet } from '../sign-in/sheet.tsx';

type Actor = ActorRefFrom<typeof recruitMachine>;
type Snapshot = SnapshotFrom<typeof recruitMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const retried = { type: 'user.retried' } as const;
const refused = { type: 'user.letters refused' } as const;

const titles = {
  unread: 'recruit.unread.title',
  nobody: 'recruit.nobody.title',
  stop: 'recruit.stop.title',
  stopped: 'recruit.stopped.title',
  over: 'recruit.over.title',
  open: 'recruit.title',
  reading: 'recruit.reading.title',
} as const;
type Screen = keyof typeof titles;

const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('asking') || snapshot.matches('stopping')) return 'stop';
  return (
    (['unread', 'nobody', 'stopped', 'over', 'open'] as const).find((state) => snapshot.matches(state)) ?? 'reading'
  );
};

/** The way to an account: where there are no passwords, one is made at the first sign-in. */
const toAccount = (passwords: boolean) =>
  passwords ? { href: '/signup', words: 'recruit.signup' } : { href: '/login', words: 'recruit.enter' };

/** The ways on of somebody without an account, or whose account this page does not know of yet. */
function Ways({ passwords }: { passwords: boolean }) {
  const { t } = useWords();
  const { href, words } = toAccount(passwords);
  return (
    <Row>
      <LinkButton variant="primary" href={href}>
        {t(words)}
      </LinkButton>
      {passwords && <LinkButton href="/login">{t('recruit.login')}</LinkButton>}
    </Row>
  );
}

/** Whoever has an account may invite somebody. */
function ToProgramme() {
  const { t } = useWords();
  return (
    <Row>
      <LinkButton variant="primary" href="/referral">
        {t('recruit.programme')}
      </LinkButton>
    </Row>
  );
}

function Open({ snapshot }: PartProps) {
  const { t } = useWords();
  const { recruiter, passwords } = snapshot.context;
  const { asker = 'visitor' } = recruiter ?? {};
  if (asker !== 'visitor')
    return (
      <>
        <p>{t(`recruit.${asker}`)}</p>
        <ToProgramme />
      </>
    );
  return (
    <>
      <p>{t('recruit.text', { days: recruitDays })}</p>
      <Ways passwords={passwords} />
    </>
  );
}

function Unread({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { trouble, member, passwords } = snapshot.context;
  const { href, words } = toAccount(passwords);
  return (
    <>
      <Notice tone="danger" alert>
        {trouble && tellTrouble(trouble, t, locale)}
      </Notice>
      <Row>
        <Button variant="primary" says={retried.type} onClick={() => actor.send(retried)}>
          {t('form.retry')}
        </Button>
        {!member && <LinkButton href={href}>{t(words)}</LinkButton>}
      </Row>
    </>
  );
}

function Stop({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { trouble, ref } = snapshot.context;
  return (
    <>
      {trouble && (
        <Notice tone="danger" alert>
          {tellTrouble(trouble, t, locale)}
        </Notice>
      )}
      <p>{t('recruit.stop.text')}</p>
      <Row>
        <Button
          variant="primary"
          says={refused.type}
          pending={snapshot.matches('stopping')}
          onClick={() => actor.send(refused)}
        >
          {t('recruit.stop.submit')}
        </Button>
        <ToInvitation of={ref} />
      </Row>
    </>
  );
}

function ToInvitation({ of }: { of: string }) {
  const { t } = useWords();
  return <LinkButton href={`/?ref=${encodeURIComponent(of)}`}>{t('recruit.stop.open')}</LinkButton>;
}

/** The page that the link of an invitation opens, and the one that ends letters. */
export default function RecruitView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  const { recruiter, ref, member, passwords } = snapshot.context;
  const isOwn = screen === 'open' && recruiter?.asker === 'own';
  return (
    <Sheet title={isOwn ? t('recruit.own.title') : t(titles[screen], { name: recruiter?.name ?? '' })} screen={screen}>
      {screen === 'reading' && (
        <>
          <Waiting>{t('recruit.reading')}</Waiting>
          <Skeleton of="field" />
        </>
      )}
      {screen === 'unread' && <Unread {...parts} />}
      {screen === 'open' && <Open {...parts} />}
      {screen === 'nobody' && (
        <>
          <p>{t(member ? 'recruit.nobody.member' : 'recruit.nobody.text')}</p>
          {member ? <ToProgramme /> : <Ways passwords={passwords} />}
        </>
      )}
      {screen === 'stop' && <Stop {...parts} />}
      {(screen === 'stopped' || screen === 'over') && (
        <>
          <p role="status">{t(`recruit.${screen}.text`)}</p>
          <Row>
            <ToInvitation of={ref} />
          </Row>
        </>
      )}
    </Sheet>
  );
}
