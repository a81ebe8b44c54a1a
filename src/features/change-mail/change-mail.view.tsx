import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import {
  addressNow,
  codeProblem,
  doubtOf,
  fieldProblem,
  fieldsOf,
  secondsToResend,
  type CodeField,
  type MailField,
} from '../../../machines/flows/change-mail/change-mail.context.ts';
import type { changeMailMachine } from '../../../machines/flows/change-mail/change-mail.machine.ts';
import { heldTitle } from '../../../machines/sign-in/code.context.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { SettingsPage } from '../menus/settings-page.tsx';
import { AnotherLetter, UntilAnother } from '../parts/another-letter.tsx';
import { Held } from '../parts/held.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { Aside, SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof changeMailMachine>;
type Snapshot = SnapshotFrom<typeof changeMailMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const resent = { type: 'user.resent' } as const;
const otherAddress = { type: 'user.other address wanted' } as const;
const retried = { type: 'user.retried' } as const;

type Screen = 'opening' | 'unread' | 'form' | 'codes' | 'held' | 'over' | 'finding' | 'unknown' | 'changed';
/** Codes that are sent again keep their screen. */
const screenOf = (snapshot: Snapshot): Screen => {
  const standing = (['opening', 'unread', 'held', 'over', 'unknown', 'changed'] as const).find((state) =>
    snapshot.matches(state),
  );
  if (standing) return standing;
  if (snapshot.matches('finding out')) return 'finding';
  return snapshot.context.sent && !snapshot.matches('form') ? 'codes' : 'form';
};

const titles: Record<Exclude<Screen, 'held'>, string> = {
  opening: 'change_mail.title',
  unread: 'change_mail.unread.title',
  form: 'change_mail.title',
  codes: 'change_mail.codes.title',
  over: 'change_mail.over.title',
  finding: 'change_mail.finding.title',
  unknown: 'change_mail.unknown.title',
  changed: 'change_mail.changed.title',
};

function AddressForm({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { context } = snapshot;
  const busy = snapshot.hasTag('busy');
  const problemOf = (field: MailField) => fieldProblem(context, field, snapshot.hasTag('corrected'));
  const wordsOf = (field: MailField): string => {
    const problem = problemOf(field);
    return problem ? tellTrouble(problem, t, locale) : '';
  };
  return (
    <>
      <p>{t('change_mail.text')}</p>
      <Facts facts={[{ key: 'old', name: t('change_mail.old'), value: context.old }]} />
      <SignInForm
        corrections={context.corrections}
        wrong={fieldsOf(context).filter(problemOf).length}
        trouble={context.trouble}
        submit={t(busy ? 'change_mail.sending' : 'change_mail.submit')}
        busy={busy}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={null}
      >
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          spellCheck={false}
          label={t('change_mail.email')}
          value={context.email}
          error={wordsOf('email')}
          says="user.email typed"
          readOnly={!snapshot.can({ type: 'user.email typed', value: '' })}
          onValue={(value) => actor.send({ type: 'user.email typed', value })}
        />
        {context.passwords && (
          <PasswordField
            name="password"
            autoComplete="current-password"
            label={t('login.password')}
            value={context.password}
            revealed={context.revealed}
            error={wordsOf('password')}
            says="user.password typed"
            readOnly={!snapshot.can({ type: 'user.password typed', value: '' })}
            onValue={(value) => actor.send({ type: 'user.password typed', value })}
            onToggle={() => actor.send({ type: 'user.password toggled' })}
          />
        )}
      </SignInForm>
    </>
  );
}

function CodeAsides({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  return (
    <>
      <Aside says={resent.type} may={snapshot.can(resent)} onClick={() => actor.send(resent)}>
        {t('change_mail.resend')}
      </Aside>
      <Aside says={otherAddress.type} may={snapshot.can(otherAddress)} onClick={() => actor.send(otherAddress)}>
        {t('change_mail.other_address')}
      </Aside>
    </>
  );
}

function CodesForm({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { context } = snapshot;
  const { sent, corrections, trouble } = context;
  const problemOf = (field: CodeField) => codeProblem(context, field, snapshot.hasTag('corrected'));
  const field = (name: CodeField, says: 'user.old code typed' | 'user.new code typed') => {
    const problem = problemOf(name);
    return {
      ...{ name, says, label: t(`change_mail.${name}`), value: context[name], spellCheck: false },
      help: name === 'old_code' ? sent?.from : sent?.to,
      error: problem ? tellTrouble(problem, t, locale) : undefined,
      readOnly: !snapshot.can({ type: says, value: '' }),
      onValue: (value: string) => actor.send({ type: says, value }),
    };
  };
  const sending = snapshot.matches('asking');
  const text = t('change_mail.codes.text', { from: sent?.from ?? '', to: sent?.to ?? '' });
  return (
    <>
      <p>{text}</p>
      <AnotherLetter sending={sending} letter={sent?.expiresAt}>
        {sending ? t('change_mail.sending') : text}
      </AnotherLetter>
      <SignInForm
        corrections={corrections}
        wrong={(['old_code', 'new_code'] as const).filter(problemOf).length}
        trouble={trouble}
        submit={t(snapshot.matches('confirming') ? 'login.checking' : 'change_mail.confirm')}
        busy={snapshot.hasTag('busy')}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={<CodeAsides actor={actor} snapshot={snapshot} />}
      >
        <TextField
          {...field('old_code', 'user.old code typed')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
        />
        <TextField {...field('new_code', 'user.new code typed')} inputMode="numeric" autoComplete="off" />
      </SignInForm>
      <UntilAnother left={secondsToResend(context) * 1000} says="change_mail.resend_in" />
    </>
  );
}

function Unread({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { trouble, draft } = snapshot.context;
  return (
    <>
      <p>{t('change_mail.unread.text', { to: draft?.to ?? '' })}</p>
      {trouble && <Notice tone="warning">{tellTrouble(trouble, t, locale)}</Notice>}
      <Button variant="primary" wide says={retried.type} onClick={() => actor.send(retried)}>
        {t('form.retry')}
      </Button>
      <Button wide says={otherAddress.type} onClick={() => actor.send(otherAddress)}>
        {t('change_mail.other_address')}
      </Button>
    </>
  );
}

function Over({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { trouble } = snapshot.context;
  return (
    <>
      {trouble && <Notice tone="warning">{tellTrouble(trouble, t, locale)}</Notice>}
      <Button variant="primary" wide says={otherAddress.type} onClick={() => actor.send(otherAddress)}>
        {t('change_mail.again')}
      </Button>
    </>
  );
}

function ChangeHeld({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  return (
    <>
      <Held trouble={snapshot.context.trouble} seconds={secondsHeld(snapshot.context)} />
      <Button wide says={otherAddress.type} onClick={() => actor.send(otherAddress)}>
        {t('change_mail.other_address')}
      </Button>
    </>
  );
}

function Unknown({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const doubt = doubtOf(snapshot.context);
  const { trouble } = snapshot.context;
  return (
    <>
      <p>{t('change_mail.unknown.text')}</p>
      {doubt && <p>{t('change_mail.unknown.sign_in', { ...doubt })}</p>}
      {trouble && <Notice tone="warning">{tellTrouble(trouble, t, locale)}</Notice>}
      <Button variant="primary" wide says={retried.type} onClick={() => actor.send(retried)}>
        {t('form.retry')}
      </Button>
    </>
  );
}

/** Another address for letters and for signing in, proven in both letter boxes. */
export default function ChangeMailView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  const { trouble } = snapshot.context;
  return (
    <SettingsPage
      title={t(screen === 'held' ? heldTitle(trouble) : titles[screen])}
      screen={screen}
      current="settings-personal"
    >
      <Surface>
        <Stack gap={4}>
          {screen === 'opening' && <Waiting>{t('change_mail.opening')}</Waiting>}
          {screen === 'unread' && <Unread {...parts} />}
          {screen === 'form' && <AddressForm {...parts} />}
          {screen === 'codes' && <CodesForm {...parts} />}
          {screen === 'held' && <ChangeHeld {...parts} />}
          {screen === 'over' && <Over {...parts} />}
          {screen === 'finding' && <Waiting>{t('change_mail.finding.text')}</Waiting>}
          {screen === 'unknown' && <Unknown {...parts} />}
          {screen === 'changed' && (
            <>
              <p role="status">{t('change_mail.changed.text', { to: addressNow(snapshot.context) })}</p>
              <LinkButton variant="primary" wide href="/settings/personal">
                {t('change_mail.onward')}
              </LinkButton>
            </>
          )}
        </Stack>
      </Surface>
    </SettingsPage>
  );
}
