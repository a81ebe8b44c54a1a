import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { emailProblem } from '../../../machines/flows/telegram/telegram.context.ts';
import type { telegramMachine } from '../../../machines/flows/telegram/telegram.machine.ts';
import type { codeMachine } from '../../../machines/sign-in/code.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import CodeView from '../sign-in/code.view.tsx';
import { Held } from '../parts/held.tsx';
import { Remember } from '../sign-in/remember.tsx';
import { Sheet } from '../sign-in/sheet.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof telegramMachine>;
type Snapshot = SnapshotFrom<typeof telegramMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const codeOf = ({ children }: Snapshot) => children['code'] as ActorRefFrom<typeof codeMachine> | undefined;
const confirmed = { type: 'user.confirmed' } as const;
const retried = { type: 'user.retried' } as const;

/** Where Telegram was not asked, or did not answer as it should. */
const turned = ['stopped', 'unread', 'declined', 'unanswered', 'elsewhere', 'refused', 'stale'] as const;
type Turned = (typeof turned)[number];
type Screen = 'ready' | 'checking' | 'email' | 'held' | 'closed' | 'done' | Turned;

const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('asking') || snapshot.matches('leaving')) return 'ready';
  if (snapshot.matches('taking')) return 'checking';
  return (
    (['ready', 'checking', 'email', 'held', 'closed', ...turned] as const).find((state) => snapshot.matches(state)) ??
    'done'
  );
};

const titles: Record<Screen, string> = {
  ready: 'telegram.title',
  checking: 'telegram.title',
  email: 'telegram.email.title',
  held: 'login.held.title',
  closed: 'telegram.title',
  done: 'telegram.title',
  stopped: 'telegram.stopped.title',
  unread: 'telegram.unread.title',
  declined: 'telegram.declined.title',
  unanswered: 'telegram.unanswered.title',
  elsewhere: 'telegram.elsewhere.title',
  refused: 'telegram.refused.title',
  stale: 'telegram.stale.title',
};

/** What is said where no error says it. */
const texts: Partial<Record<Screen, string>> = {
  declined: 'telegram.declined.text',
  unanswered: 'telegram.unanswered.text',
};

const isTurned = (screen: Screen): screen is Turned => (turned as readonly Screen[]).includes(screen);

function Otherwise({ main = false }: { main?: boolean }) {
  const { t } = useWords();
  return (
    <LinkButton variant={main ? 'primary' : 'plain'} wide={main} href="/login">
      {t('telegram.otherwise')}
    </LinkButton>
  );
}

function Ready({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const busy = snapshot.hasTag('busy');
  return (
    <>
      <p>{t('telegram.text')}</p>
      <Remember actor={actor} snapshot={snapshot} />
      <Button
        variant="primary"
        wide
        says={confirmed.type}
        pending={busy}
        onClick={busy ? undefined : () => actor.send(confirmed)}
      >
        {t(busy ? 'telegram.opening' : 'telegram.go')}
      </Button>
      <Row>
        <Otherwise />
      </Row>
    </>
  );
}

/** Why nobody is signed in, and what to do. */
function Why({ actor, snapshot, screen }: PartProps & { screen: Turned }) {
  const { t, locale } = useWords();
  const { trouble } = snapshot.context;
  const text = texts[screen];
  const again = snapshot.can(retried);
  return (
    <>
      {text && <p>{t(text)}</p>}
      {!text && trouble && <Notice tone="warning">{tellTrouble(trouble, t, locale)}</Notice>}
      {again && (
        <Button variant="primary" wide says={retried.type} onClick={() => actor.send(retried)}>
          {t('frame.retry')}
        </Button>
      )}
      <Button variant={again ? 'quiet' : 'primary'} wide says={confirmed.type} onClick={() => actor.send(confirmed)}>
        {t('telegram.again')}
      </Button>
      <Row>
        <Otherwise />
      </Row>
    </>
  );
}

/** Somebody new gives an address; the code of its letter follows. */
function Address({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { name, email, corrections, trouble } = snapshot.context;
  const problem = emailProblem(snapshot.context, snapshot.hasTag('corrected'));
  return (
    <>
      {name && <p>{t('telegram.email.name', { name })}</p>}
      <p>{t('telegram.email.text')}</p>
      <SignInForm
        corrections={corrections}
        wrong={problem ? 1 : 0}
        trouble={trouble}
        submit={t('login.send_code')}
        busy={snapshot.hasTag('busy')}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={<Otherwise />}
      >
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          spellCheck={false}
          autoFocus
          label={t('login.email')}
          value={email}
          error={problem ? tellTrouble(problem, t, locale) : ''}
          says="user.email typed"
          onValue={(value) => actor.send({ type: 'user.email typed', value })}
        />
      </SignInForm>
    </>
  );
}

/** Sign-in by Telegram: before its page, and after it. */
export default function TelegramView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const code = useSelector(actor, codeOf);
  if (snapshot.matches('coded') && code) return <CodeView actor={code} />;

  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  return (
    <Sheet title={t(titles[screen])} screen={screen}>
      {screen === 'ready' && <Ready {...parts} />}
      {screen === 'checking' && (
        <>
          <Waiting>{t('telegram.checking')}</Waiting>
          <Skeleton of="field" />
        </>
      )}
      {isTurned(screen) && <Why {...parts} screen={screen} />}
      {screen === 'email' && <Address {...parts} />}
      {screen === 'held' && (
        <>
          <Held trouble={snapshot.context.trouble} seconds={secondsHeld(snapshot.context)} />
          <Row>
            <Otherwise />
          </Row>
        </>
      )}
      {screen === 'closed' && (
        <>
          <p>{t('error.telegram_off')}</p>
          <Otherwise main />
        </>
      )}
      {screen === 'done' && <p role="status">{t('login.done')}</p>}
    </Sheet>
  );
}
