import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { added } from '../../../contract/limits.ts';
import {
  fieldProblem,
  fieldsOf,
  type PasswordField as Field,
} from '../../../machines/flows/change-password/change-password.context.ts';
import type { changePasswordMachine } from '../../../machines/flows/change-password/change-password.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Surface } from '../../ui/surface.tsx';
import { SettingsPage } from '../menus/settings-page.tsx';
import { Held } from '../parts/held.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { Aside, SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof changePasswordMachine>;
type Snapshot = SnapshotFrom<typeof changePasswordMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const putOff = { type: 'user.put off' } as const;

type Screen = 'form' | 'held' | 'closed' | 'done';
const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('held')) return 'held';
  if (snapshot.matches('closed')) return 'closed';
  return snapshot.matches('form') || snapshot.matches('saving') ? 'form' : 'done';
};

const titleOf = (screen: Screen, { required }: Snapshot['context']): string =>
  ({
    form: required ? 'change_password.required.title' : 'change_password.title',
    held: 'login.held.title',
    closed: 'change_password.closed.title',
    done: 'change_password.changed.title',
  })[screen];

function Later({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  return (
    <Aside says={putOff.type} may={snapshot.can(putOff)} onClick={() => actor.send(putOff)}>
      {t('change_password.put_off')}
    </Aside>
  );
}

function ChangeForm({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { context } = snapshot;
  const { required, revealed } = context;
  const problemOf = (field: Field) => fieldProblem(context, field, snapshot.hasTag('corrected'));
  const wordsOf = (field: Field): string => {
    const problem = problemOf(field);
    return problem ? tellTrouble(problem, t, locale) : '';
  };
  const readOnly = !snapshot.can({ type: 'user.password typed', value: '' });
  const submit = required ? 'change_password.required.submit' : 'change_password.submit';
  return (
    <>
      <p>{t(required ? 'change_password.required.text' : 'change_password.text')}</p>
      <SignInForm
        corrections={context.corrections}
        wrong={fieldsOf(context).filter(problemOf).length}
        trouble={context.trouble}
        submit={t(snapshot.hasTag('busy') ? 'change_password.saving' : submit)}
        busy={snapshot.hasTag('busy')}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={required && <Later actor={actor} snapshot={snapshot} />}
      >
        {/* A password manager keeps the new password with the account that it belongs to. */}
        <input hidden readOnly name="username" autoComplete="username" value={context.email} />
        {!required && (
          <PasswordField
            name="old_password"
            autoComplete="current-password"
            autoFocus
            label={t('change_password.old')}
            value={context.old_password}
            revealed={revealed}
            error={wordsOf('old_password')}
            says="user.old password typed"
            readOnly={readOnly}
            onValue={(value) => actor.send({ type: 'user.old password typed', value })}
          />
        )}
        <PasswordField
          name="password"
          autoComplete="new-password"
          autoFocus={required}
          label={t('change_password.new')}
          value={context.password}
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

function Onward({ text }: { text: string }) {
  const { t } = useWords();
  return (
    <>
      <p role="status">{text}</p>
      <LinkButton variant="primary" wide href="/exchanges">
        {t('change_password.onward')}
      </LinkButton>
    </>
  );
}

/** Another password, or the first one of an account that has yet to set it. */
export default function ChangePasswordView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  return (
    <SettingsPage
      title={t(titleOf(screen, snapshot.context))}
      screen={screen}
      current="settings-change-password"
      alone={snapshot.context.required && screen !== 'closed'}
    >
      <Surface>
        <Stack gap={4}>
          {screen === 'form' && <ChangeForm actor={actor} snapshot={snapshot} />}
          {screen === 'held' && <Held trouble={snapshot.context.trouble} seconds={secondsHeld(snapshot.context)} />}
          {screen === 'closed' && <Onward text={t('change_password.closed.text')} />}
          {screen === 'done' && <Onward text={t('change_password.changed.text')} />}
        </Stack>
      </Surface>
    </SettingsPage>
  );
}
