import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { added } from '../../../contract/limits.ts';
import { fieldProblem, type SignupField } from '../../../machines/flows/signup/signup.context.ts';
import type { signupMachine } from '../../../machines/flows/signup/signup.machine.ts';
import type { codeMachine } from '../../../machines/sign-in/code.machine.ts';
import type { puzzleMachine } from '../../../machines/sign-in/puzzle.machine.ts';
import { heldTitle } from '../../../machines/sign-in/code.context.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Row } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import CodeView from '../sign-in/code.view.tsx';
import { Held } from '../parts/held.tsx';
import PuzzleView from '../sign-in/puzzle.view.tsx';
import { ByTelegram } from '../sign-in/by-telegram.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { Sheet } from '../sign-in/sheet.tsx';
import { SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof signupMachine>;
type Snapshot = SnapshotFrom<typeof signupMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const puzzleOf = ({ children }: Snapshot) => children['puzzle'] as ActorRefFrom<typeof puzzleMachine> | undefined;
const codeOf = ({ children }: Snapshot) => children['code'] as ActorRefFrom<typeof codeMachine> | undefined;

type Screen = 'form' | 'held' | 'closed' | 'done';
const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('held')) return 'held';
  if (snapshot.matches('closed')) return 'closed';
  // What comes next, unless a letter is on its way.
  if (snapshot.matches('opening')) return snapshot.context.passwords ? 'form' : 'closed';
  return snapshot.matches('form') || snapshot.matches('registering') ? 'form' : 'done';
};

const HaveAccount = () => {
  const { t } = useWords();
  return (
    <LinkButton variant="plain" href="/login">
      {t('signup.have_account')}
    </LinkButton>
  );
};

function SignupForm({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { email, password, revealed, corrections, trouble } = snapshot.context;
  const problemOf = (field: SignupField) => fieldProblem(snapshot.context, field, snapshot.hasTag('corrected'));
  const wordsOf = (field: SignupField): string => {
    const problem = problemOf(field);
    return problem ? tellTrouble(problem, t, locale) : '';
  };
  const readOnly = !snapshot.can({ type: 'user.email typed', value: '' });
  const fields: SignupField[] = ['email', 'password'];
  return (
    <>
      <p>{t('signup.text')}</p>
      <SignInForm
        corrections={corrections}
        wrong={fields.filter(problemOf).length}
        trouble={trouble}
        submit={t(snapshot.hasTag('busy') ? 'signup.sending' : 'signup.submit')}
        busy={snapshot.hasTag('busy')}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={
          <>
            <HaveAccount />
            {snapshot.context.telegram && <ByTelegram />}
          </>
        }
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
          error={wordsOf('email')}
          says="user.email typed"
          readOnly={readOnly}
          onValue={(value) => actor.send({ type: 'user.email typed', value })}
        />
        <PasswordField
          name="password"
          autoComplete="new-password"
          label={t('login.password')}
          value={password}
          revealed={revealed}
          help={t('password.rules', { minimum: added.passwordShortest })}
          error={wordsOf('password')}
          says="user.password typed"
          readOnly={readOnly}
          onValue={(value) => actor.send({ type: 'user.password typed', value })}
          onToggle={() => actor.send({ type: 'user.password toggled' })}
        />
      </SignInForm>
    </>
  );
}

function SignupHeld({ snapshot }: { snapshot: Snapshot }) {
  return (
    <>
      <Held trouble={snapshot.context.trouble} seconds={secondsHeld(snapshot.context)} />
      <Row>
        <HaveAccount />
      </Row>
    </>
  );
}

function Closed() {
  const { t } = useWords();
  return (
    <>
      <p>{t('signup.closed.text')}</p>
      <LinkButton variant="primary" wide href="/login">
        {t('login.title')}
      </LinkButton>
    </>
  );
}

const titleOf = (screen: Screen, snapshot: Snapshot): string => {
  if (screen === 'closed') return 'signup.closed.title';
  return screen === 'held' ? heldTitle(snapshot.context.trouble) : 'signup.title';
};

/** A new account: address and password, then the code of the letter. */
export default function SignupView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const code = useSelector(actor, codeOf);
  const puzzle = useSelector(actor, puzzleOf);
  if (snapshot.matches('coded') && code) return <CodeView actor={code} />;
  if (snapshot.matches('puzzled') && puzzle) return <PuzzleView actor={puzzle} />;

  const screen = screenOf(snapshot);
  return (
    <Sheet title={t(titleOf(screen, snapshot))} screen={screen}>
      {screen === 'form' && <SignupForm actor={actor} snapshot={snapshot} />}
      {screen === 'held' && <SignupHeld snapshot={snapshot} />}
      {screen === 'closed' && <Closed />}
      {screen === 'done' && <p role="status">{t('login.done')}</p>}
    </Sheet>
  );
}
