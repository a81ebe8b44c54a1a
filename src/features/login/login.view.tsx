import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { codeMachine } from '../../../machines/sign-in/code.machine.ts';
import type { linkMachine } from '../../../machines/flows/login/link.machine.ts';
import { fieldProblem, type LoginField } from '../../../machines/flows/login/login.context.ts';
import type { loginMachine } from '../../../machines/flows/login/login.machine.ts';
import type { puzzleMachine } from '../../../machines/sign-in/puzzle.machine.ts';
import { secondsLeft } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import CodeView from '../sign-in/code.view.tsx';
import { Held } from '../parts/held.tsx';
import PuzzleView from '../sign-in/puzzle.view.tsx';
import { ByTelegram } from '../sign-in/by-telegram.tsx';
import LinkView from './link.view.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { Remember } from '../sign-in/remember.tsx';
import { Sheet } from '../sign-in/sheet.tsx';
import { Aside, SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof loginMachine>;
type Snapshot = SnapshotFrom<typeof loginMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const linkOf = ({ children }: Snapshot) => children['link'] as ActorRefFrom<typeof linkMachine> | undefined;
const puzzleOf = ({ children }: Snapshot) => children['puzzle'] as ActorRefFrom<typeof puzzleMachine> | undefined;
const codeOf = ({ children }: Snapshot) => children['code'] as ActorRefFrom<typeof codeMachine> | undefined;

type Screen = 'password' | 'email' | 'held' | 'done';
const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('held')) return 'held';
  if (snapshot.matches('email')) return 'email';
  // What comes next, unless a letter is on its way.
  if (snapshot.matches('recalling')) return snapshot.context.passwords ? 'password' : 'email';
  return snapshot.matches('password') || snapshot.matches('checking') ? 'password' : 'done';
};

const labels: Record<LoginField, string> = { email: 'login.email', password: 'login.password' };

/** What both fields have in common. */
function useField({ actor, snapshot }: PartProps, field: LoginField) {
  const { t, locale } = useWords();
  const problem = fieldProblem(snapshot.context, field, snapshot.hasTag('corrected'));
  const typed = (value: string) => ({ type: `user.${field} typed` as const, value });
  return {
    name: field,
    label: t(labels[field]),
    value: snapshot.context[field],
    error: problem ? tellTrouble(problem, t, locale) : '',
    says: `user.${field} typed`,
    readOnly: !snapshot.can(typed('')),
    onValue: (value: string) => actor.send(typed(value)),
  };
}

interface FieldProps extends PartProps {
  /** Where the person begins. */
  autoFocus: boolean;
}

const EmailField = ({ autoFocus, ...props }: FieldProps) => (
  <TextField
    {...useField(props, 'email')}
    type="email"
    inputMode="email"
    autoComplete="username"
    spellCheck={false}
    autoFocus={autoFocus}
  />
);

const LoginPasswordField = ({ autoFocus, ...props }: FieldProps) => (
  <PasswordField
    {...useField(props, 'password')}
    autoFocus={autoFocus}
    autoComplete="current-password"
    revealed={props.snapshot.context.revealed}
    onToggle={() => props.actor.send({ type: 'user.password toggled' })}
  />
);

const countWrong = (snapshot: Snapshot, ...fields: LoginField[]): number =>
  fields.filter((field) => fieldProblem(snapshot.context, field, snapshot.hasTag('corrected'))).length;

const formOf = ({ actor, snapshot }: PartProps) => ({
  corrections: snapshot.context.corrections,
  trouble: snapshot.context.trouble,
  busy: snapshot.hasTag('busy'),
  onSubmit: () => actor.send({ type: 'user.submitted' }),
});

function CodeInstead({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const wanted = { type: 'user.code wanted' } as const;
  return (
    <Aside says={wanted.type} may={snapshot.can(wanted)} onClick={() => actor.send(wanted)}>
      {t('login.code_instead')}
    </Aside>
  );
}

function PasswordInstead({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const wanted = { type: 'user.password wanted' } as const;
  return (
    <Aside says={wanted.type} may={snapshot.can(wanted)} onClick={() => actor.send(wanted)}>
      {t('login.password_instead')}
    </Aside>
  );
}

/** The address that is typed goes along. Over a flow a code does the same, and leaves nothing. */
function Forgot({ snapshot }: PartProps) {
  const { t } = useWords();
  if (snapshot.context.over) return null;
  return (
    <LinkButton variant="plain" href="/forgot-password">
      {t('login.forgot')}
    </LinkButton>
  );
}

/** Over a flow there is an account already: whose session was lost. */
function NoAccount({ snapshot }: PartProps) {
  const { t } = useWords();
  if (snapshot.context.over) return null;
  return (
    <LinkButton variant="plain" href="/signup">
      {t('login.no_account')}
    </LinkButton>
  );
}

/** Over a flow everything that was typed would be left: a code does the same there. */
const TelegramInstead = ({ snapshot: { context } }: PartProps) =>
  context.telegram && !context.over ? <ByTelegram remember={context.remember} /> : null;

function PasswordForm(props: PartProps) {
  const { t } = useWords();
  const { over, email } = props.snapshot.context;
  // Over a flow it is known whose session was lost.
  const isKnown = over && email !== '';
  return (
    <SignInForm
      {...formOf(props)}
      wrong={countWrong(props.snapshot, 'email', 'password')}
      submit={t(props.snapshot.hasTag('busy') ? 'login.checking' : 'login.submit')}
      asides={
        <>
          <CodeInstead {...props} />
          <Forgot {...props} />
          <NoAccount {...props} />
          <TelegramInstead {...props} />
        </>
      }
    >
      <EmailField {...props} autoFocus={!isKnown} />
      <LoginPasswordField {...props} autoFocus={isKnown} />
      <Remember {...props} />
    </SignInForm>
  );
}

function EmailForm(props: PartProps) {
  const { t } = useWords();
  return (
    <>
      <p>{t('login.email.text')}</p>
      <SignInForm
        {...formOf(props)}
        wrong={countWrong(props.snapshot, 'email')}
        submit={t('login.send_code')}
        asides={
          <>
            {props.snapshot.context.passwords && (
              <>
                <PasswordInstead {...props} />
                <NoAccount {...props} />
              </>
            )}
            <TelegramInstead {...props} />
          </>
        }
      >
        <EmailField {...props} autoFocus />
      </SignInForm>
    </>
  );
}

function Screens({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const link = useSelector(actor, linkOf);
  const code = useSelector(actor, codeOf);
  const puzzle = useSelector(actor, puzzleOf);
  const { over, doubt, heldUntil, at, trouble } = snapshot.context;
  if (snapshot.matches('linked') && link) return <LinkView actor={link} />;
  if (snapshot.matches('coded') && code) return <CodeView actor={code} over={over} />;

  if (snapshot.matches('puzzled') && puzzle) return <PuzzleView actor={puzzle} over={over} />;

  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  return (
    <Sheet title={t(screen === 'held' ? 'login.held.title' : 'login.title')} screen={screen} over={over}>
      {doubt && (screen === 'password' || screen === 'email') && <p>{t('login.doubt', { ...doubt })}</p>}
      {screen === 'password' && <PasswordForm {...parts} />}
      {screen === 'email' && <EmailForm {...parts} />}
      {screen === 'held' && (
        <>
          <Held trouble={trouble} seconds={secondsLeft(heldUntil, at)} />
          <Row>
            <CodeInstead {...parts} />
          </Row>
        </>
      )}
      {screen === 'done' && <p role="status">{t('login.done')}</p>}
    </Sheet>
  );
}

/** Signing in: a page of its own, or over a flow whose session was lost; only there it can be turned down. */
export default function LoginView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screens = <Screens actor={actor} snapshot={snapshot} />;
  if (!snapshot.context.over) return screens;
  return (
    <Stack gap={4}>
      {screens}
      <Button
        says="user.dismissed"
        disabled={!snapshot.can({ type: 'user.dismissed' })}
        onClick={() => actor.send({ type: 'user.dismissed' })}
      >
        {t('login.dismiss')}
      </Button>
    </Stack>
  );
}
