import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import {
  codeProblem,
  heldTitle,
  mayHelp,
  needsForm,
  overTitle,
  secondsToResend,
} from '../../../machines/sign-in/code.context.ts';
import type { codeMachine } from '../../../machines/sign-in/code.machine.ts';
import type { puzzleMachine } from '../../../machines/sign-in/puzzle.machine.ts';
import { secondsLeft } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { AnotherLetter, UntilAnother } from '../parts/another-letter.tsx';
import { Held } from '../parts/held.tsx';
import PuzzleView from './puzzle.view.tsx';
import { Remember } from './remember.tsx';
import { Sheet } from './sheet.tsx';
import { Aside, SignInForm } from './sign-in-form.tsx';

type Actor = ActorRefFrom<typeof codeMachine>;
type Snapshot = SnapshotFrom<typeof codeMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const puzzleOf = ({ children }: Snapshot) => children['puzzle'] as ActorRefFrom<typeof puzzleMachine> | undefined;
const whole = (snapshot: Snapshot) => snapshot;
const resent = { type: 'user.resent' } as const;
const otherAddress = { type: 'user.other address wanted' } as const;

type Screen = 'sending' | 'asking' | 'over' | 'held' | 'done';
/** A code that is sent again keeps its screen. */
const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('held')) return 'held';
  if (snapshot.matches('over')) return 'over';
  if (snapshot.matches('sending')) return snapshot.context.sent ? 'asking' : 'sending';
  if (snapshot.matches('sending again')) return 'asking';
  return snapshot.matches('asking') || snapshot.matches('checking') ? 'asking' : 'done';
};

const titleOf = (screen: Screen, { trouble }: Snapshot['context']): string =>
  ({
    sending: 'login.code.title',
    asking: 'login.code.title',
    over: overTitle(trouble),
    held: heldTitle(trouble),
    done: 'login.title',
  })[screen];

/** A new code, and the way back to the address. */
function CodeAsides(props: PartProps) {
  const { actor, snapshot } = props;
  const { t } = useWords();
  return (
    <>
      <Aside says={resent.type} may={snapshot.can(resent)} onClick={() => actor.send(resent)}>
        {t('login.resend')}
      </Aside>
      <OtherAddress {...props} />
    </>
  );
}

const UntilResent = ({ snapshot }: PartProps) => (
  <UntilAnother left={secondsToResend(snapshot.context) * 1000} says="login.resend_in" />
);

function OtherAddress({ actor, snapshot, label = 'login.other_address' }: PartProps & { label?: string }) {
  const { t } = useWords();
  return (
    <Aside says={otherAddress.type} may={snapshot.can(otherAddress)} onClick={() => actor.send(otherAddress)}>
      {t(label)}
    </Aside>
  );
}

function CodeHeld(props: PartProps) {
  const { trouble, heldUntil, at } = props.snapshot.context;
  return (
    <>
      <Held trouble={trouble} seconds={secondsLeft(heldUntil, at)} />
      <Row>
        <OtherAddress {...props} />
      </Row>
    </>
  );
}

function CodeForm(props: PartProps) {
  const { t, locale } = useWords();
  const { actor, snapshot } = props;
  const { code, corrections, trouble, sent, email, account, passwords, anybody } = snapshot.context;
  const problem = codeProblem(snapshot.context, snapshot.hasTag('corrected'));
  const sending = snapshot.matches('sending') || snapshot.matches('sending again');
  const whereTo = sending
    ? t('login.sending', { to: email })
    : t(account || anybody ? 'signup.code.text' : 'login.code.text', { to: sent?.to ?? '' });
  const typed = (value: string) => ({ type: 'user.code typed' as const, value });
  return (
    <>
      <p>{whereTo}</p>
      <AnotherLetter sending={sending} letter={sent?.expiresAt}>
        {whereTo}
      </AnotherLetter>
      {passwords && <p>{t('login.password_required')}</p>}
      <SignInForm
        corrections={corrections}
        wrong={problem ? 1 : 0}
        trouble={trouble}
        submit={t(snapshot.matches('checking') ? 'login.checking' : account ? 'signup.confirm' : 'login.submit')}
        busy={snapshot.hasTag('busy')}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={<CodeAsides {...props} />}
      >
        <TextField
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          label={t('login.code')}
          value={code}
          error={problem ? tellTrouble(problem, t, locale) : ''}
          says="user.code typed"
          readOnly={!snapshot.can(typed(''))}
          onValue={(value) => actor.send(typed(value))}
        />
        <Remember {...props} />
      </SignInForm>
      <UntilResent {...props} />
    </>
  );
}

function CodeOver(props: PartProps) {
  const { t, locale } = useWords();
  const { trouble } = props.snapshot.context;
  const isFormWanted = needsForm(props.snapshot.context);
  const helps = mayHelp(props.snapshot.context);
  return (
    <>
      {trouble && (
        <Notice tone="warning" alert>
          {isFormWanted ? t('signup.over.text') : tellTrouble(trouble, t, locale)}
        </Notice>
      )}
      <Row gap={2} spread>
        {isFormWanted ? <OtherAddress {...props} label="signup.form_again" /> : <CodeAsides {...props} />}
      </Row>
      {helps && <UntilResent {...props} />}
    </>
  );
}

/** The code of a letter: sent, typed, sent again. */
export default function CodeView({ actor, over = false }: { actor: Actor; over?: boolean }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  const { email } = snapshot.context;
  const puzzle = useSelector(actor, puzzleOf);
  if (snapshot.matches('puzzled') && puzzle) return <PuzzleView actor={puzzle} over={over} />;
  return (
    <Sheet title={t(titleOf(screen, snapshot.context))} screen={screen} over={over}>
      {screen === 'sending' && (
        <>
          <Waiting>{t('login.sending', { to: email })}</Waiting>
          <Skeleton of="field" />
        </>
      )}
      {screen === 'asking' && <CodeForm {...parts} />}
      {screen === 'over' && <CodeOver {...parts} />}
      {screen === 'held' && <CodeHeld {...parts} />}
      {screen === 'done' && <p role="status">{t('login.done')}</p>}
    </Sheet>
  );
}
