import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { added } from '../../../contract/limits.ts';
import { passwordProblem } from '../../../machines/flows/reset-password/reset-password.context.ts';
import type { resetPasswordMachine } from '../../../machines/flows/reset-password/reset-password.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Held } from '../parts/held.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { Sheet } from '../sign-in/sheet.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof resetPasswordMachine>;
type Snapshot = SnapshotFrom<typeof resetPasswordMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const retried = { type: 'user.retried' } as const;

type Screen = 'reading' | 'form' | 'held' | 'unread' | 'over' | 'missing' | 'closed' | 'done';
const screens = ['reading', 'form', 'held', 'unread', 'over', 'missing', 'closed'] as const;
const screenOf = (snapshot: Snapshot): Screen =>
  snapshot.matches('saving') ? 'form' : (screens.find((state) => snapshot.matches(state)) ?? 'done');

const titles: Record<Screen, string> = {
  reading: 'reset_password.title',
  form: 'reset_password.title',
  held: 'login.held.title',
  unread: 'login.link.unread.title',
  over: 'login.link.over.title',
  missing: 'reset_password.missing.title',
  closed: 'change_password.closed.title',
  done: 'change_password.changed.title',
};

function NewPassword({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { context } = snapshot;
  const problem = passwordProblem(context, snapshot.hasTag('corrected'));
  return (
    <>
      <p>{t('reset_password.text', { email: context.email })}</p>
      <SignInForm
        corrections={context.corrections}
        wrong={problem ? 1 : 0}
        trouble={context.trouble}
        submit={t(snapshot.hasTag('busy') ? 'change_password.saving' : 'change_password.required.submit')}
        busy={snapshot.hasTag('busy')}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={null}
      >
        {/* A password manager keeps the new password with the account that it belongs to. */}
        <input hidden readOnly name="username" autoComplete="username" value={context.email} />
        <PasswordField
          name="password"
          autoComplete="new-password"
          autoFocus
          label={t('change_password.new')}
          value={context.password}
          revealed={context.revealed}
          help={t('password.rules', { minimum: added.passwordShortest })}
          error={problem ? tellTrouble(problem, t, locale) : ''}
          says="user.password typed"
          readOnly={!snapshot.can({ type: 'user.password typed', value: '' })}
          onValue={(value) => actor.send({ type: 'user.password typed', value })}
          onToggle={() => actor.send({ type: 'user.password toggled' })}
        />
      </SignInForm>
    </>
  );
}

/** Why there is nothing to fill in, and what to do. */
function Turned({ actor, snapshot, text, again = false }: PartProps & { text?: string; again?: boolean }) {
  const { t, locale } = useWords();
  const { trouble } = snapshot.context;
  return (
    <>
      {trouble && <Notice tone="warning">{tellTrouble(trouble, t, locale)}</Notice>}
      {text && <p>{text}</p>}
      <Row>
        {again && (
          <Button
            variant="primary"
            says={retried.type}
            disabled={!snapshot.can(retried)}
            onClick={() => actor.send(retried)}
          >
            {t('frame.retry')}
          </Button>
        )}
        <LinkButton variant={again ? 'quiet' : 'primary'} href="/forgot-password">
          {t('reset_password.ask_again')}
        </LinkButton>
      </Row>
    </>
  );
}

function Onward({ text, to, label }: { text: string; to: string; label: string }) {
  return (
    <>
      <p role="status">{text}</p>
      <LinkButton variant="primary" wide href={to}>
        {label}
      </LinkButton>
    </>
  );
}

/** Where to go from here: a person who is signed in goes on, a visitor signs in. */
function useOnward({ signedIn }: Snapshot['context']): { to: string; label: string } {
  const { t } = useWords();
  return signedIn
    ? { to: '/exchanges', label: t('change_password.onward') }
    : { to: '/login', label: t('reset_password.sign_in') };
}

/** The page that the letter of a forgotten password opens. */
export default function ResetPasswordView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { context } = snapshot;
  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  const onward = useOnward(context);
  return (
    <Sheet title={t(titles[screen])} screen={screen}>
      {screen === 'reading' && (
        <>
          <Waiting>{t('login.link.reading')}</Waiting>
          <Skeleton of="field" />
        </>
      )}
      {screen === 'form' && <NewPassword {...parts} />}
      {screen === 'held' && <Held trouble={context.trouble} seconds={secondsHeld(context)} />}
      {screen === 'unread' && <Turned {...parts} again />}
      {screen === 'over' && <Turned {...parts} text={t('reset_password.over.text')} />}
      {screen === 'missing' && <Turned {...parts} text={t('reset_password.missing.text')} />}
      {screen === 'closed' && (
        <Onward
          {...onward}
          text={t('change_password.closed.text')}
          {...(!context.signedIn && { label: t('login.submit') })}
        />
      )}
      {screen === 'done' && (
        <Onward
          {...onward}
          text={
            context.signedIn
              ? t('reset_password.changed.signed_in', { email: context.email })
              : t('reset_password.changed.text')
          }
        />
      )}
    </Sheet>
  );
}
