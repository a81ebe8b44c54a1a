import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { emailProblem, secondsToResend } from '../../../machines/flows/forgot-password/forgot-password.context.ts';
import type { forgotPasswordMachine } from '../../../machines/flows/forgot-password/forgot-password.machine.ts';
import type { puzzleMachine } from '../../../machines/sign-in/puzzle.machine.ts';
import { isTooSoon, secondsHeld } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Row } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import PuzzleView from '../sign-in/puzzle.view.tsx';
import { AnotherLetter, UntilAnother } from '../parts/another-letter.tsx';
import { Held } from '../parts/held.tsx';
import { Sheet } from '../sign-in/sheet.tsx';
import { Aside, SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof forgotPasswordMachine>;
type Snapshot = SnapshotFrom<typeof forgotPasswordMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const puzzleOf = ({ children }: Snapshot) => children['puzzle'] as ActorRefFrom<typeof puzzleMachine> | undefined;
const whole = (snapshot: Snapshot) => snapshot;
const resent = { type: 'user.resent' } as const;
const otherAddress = { type: 'user.other address wanted' } as const;

type Screen = 'form' | 'sent' | 'held' | 'closed';
/** A letter that is asked for once more keeps its screen. */
const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('asking')) return snapshot.context.sent ? 'sent' : 'form';
  return (['sent', 'held', 'closed'] as const).find((state) => snapshot.matches(state)) ?? 'form';
};

const titleOf = (screen: Screen, { trouble }: Snapshot['context']): string =>
  ({
    form: 'forgot_password.title',
    sent: 'forgot_password.sent.title',
    held: isTooSoon(trouble) ? 'forgot_password.held.title' : 'login.held.title',
    closed: 'change_password.closed.title',
  })[screen];

function Back() {
  const { t } = useWords();
  return (
    <LinkButton variant="plain" href="/login">
      {t('forgot_password.back')}
    </LinkButton>
  );
}

function AddressForm({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { email, corrections, trouble } = snapshot.context;
  const problem = emailProblem(snapshot.context, snapshot.hasTag('corrected'));
  return (
    <>
      <p>{t('forgot_password.text')}</p>
      <SignInForm
        corrections={corrections}
        wrong={problem ? 1 : 0}
        trouble={trouble}
        submit={t(snapshot.hasTag('busy') ? 'forgot_password.asking' : 'forgot_password.submit')}
        busy={snapshot.hasTag('busy')}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={<Back />}
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
          readOnly={!snapshot.can({ type: 'user.email typed', value: '' })}
          onValue={(value) => actor.send({ type: 'user.email typed', value })}
        />
      </SignInForm>
    </>
  );
}

function Sent({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { trouble } = snapshot.context;
  const { sent } = snapshot.context;
  const asking = snapshot.hasTag('busy');
  const text = t('forgot_password.sent.text', { to: sent?.to ?? '' });
  return (
    <>
      <p role="status">{text}</p>
      <AnotherLetter sending={asking} letter={sent}>
        {asking ? t('forgot_password.asking') : text}
      </AnotherLetter>
      <p>{t('forgot_password.sent.spam')}</p>
      {trouble && (
        <Notice tone="danger" alert>
          {tellTrouble(trouble, t, locale)}
        </Notice>
      )}
      <Row gap={2} spread>
        <Aside says={resent.type} may={snapshot.can(resent)} onClick={() => actor.send(resent)}>
          {t('forgot_password.resend')}
        </Aside>
        <Aside says={otherAddress.type} may={snapshot.can(otherAddress)} onClick={() => actor.send(otherAddress)}>
          {t('login.other_address')}
        </Aside>
        <Back />
      </Row>
      {asking ? (
        <p>{t('forgot_password.asking')}</p>
      ) : (
        <UntilAnother left={secondsToResend(snapshot.context) * 1000} says="forgot_password.resend_in" />
      )}
    </>
  );
}

function Closed() {
  const { t } = useWords();
  return (
    <>
      <p>{t('change_password.closed.text')}</p>
      <LinkButton variant="primary" wide href="/login">
        {t('login.title')}
      </LinkButton>
    </>
  );
}

/** A letter with a link for whoever forgot the password. */
export default function ForgotPasswordView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  const { context } = snapshot;
  const puzzle = useSelector(actor, puzzleOf);
  if (snapshot.matches('puzzled') && puzzle) return <PuzzleView actor={puzzle} />;
  return (
    <Sheet title={t(titleOf(screen, context))} screen={screen}>
      {screen === 'form' && <AddressForm {...parts} />}
      {screen === 'sent' && <Sent {...parts} />}
      {screen === 'held' && (
        <>
          <Held trouble={context.trouble} seconds={secondsHeld(context)} />
          <Row>
            <Back />
          </Row>
        </>
      )}
      {screen === 'closed' && <Closed />}
    </Sheet>
  );
}
