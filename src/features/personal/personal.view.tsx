import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { longestName, personalNames, type PersonalName } from '../../../contract/personal.ts';
import type { personalMachine } from '../../../machines/flows/personal/personal.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { builtRoutes } from '../../../machines/root/flows.ts';
import { countriesIn, countryName } from '../../i18n/countries.ts';
import { formatDay } from '../../i18n/dates.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Stack, Way } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Surface } from '../../ui/surface.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { SettingsPage } from '../menus/settings-page.tsx';
import { Held } from '../parts/held.tsx';
import { Aside, SignInForm } from '../sign-in/sign-in-form.tsx';

type Actor = ActorRefFrom<typeof personalMachine>;
type Snapshot = SnapshotFrom<typeof personalMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const dropped = { type: 'user.changes dropped' } as const;
const retried = { type: 'user.retried' } as const;

/** A masked day of a journal is none. */
const dayOf = (text: string, locale: string): string =>
  Number.isNaN(Date.parse(text)) ? text : formatDay(text, locale);

/** What another place has saved in a field, where it is not what stands there. */
function useElsewhere({ context: { elsewhere, saved, values } }: Snapshot): (name: PersonalName) => string | undefined {
  const { t, locale } = useWords();
  return (name) => {
    if (!elsewhere || !saved || saved[name] === values[name]) return undefined;
    if (saved[name] === '') return t('personal.elsewhere.empty');
    const told: Partial<Record<PersonalName, (text: string, language: string) => string>> = {
      country: countryName,
      birthday: dayOf,
    };
    return t('personal.elsewhere.value', { value: told[name]?.(saved[name], locale) ?? saved[name] });
  };
}

function Fields({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const elsewhereOf = useElsewhere(snapshot);
  const { values, wrong, today } = snapshot.context;
  const locked = !snapshot.can({ type: 'user.field filled', field: 'phone', value: '' });
  const of = (name: PersonalName, help?: string) => ({
    name,
    label: t(`personal.${name}`),
    help: elsewhereOf(name) ?? help,
    error: wrong[name] && tellTrouble(wrong[name], t, locale),
    value: values[name],
    says: 'user.field filled',
    saysFor: name,
    onValue: (value: string) => actor.send({ type: 'user.field filled', field: name, value }),
  });
  return (
    <>
      <TextField
        {...of('display_name')}
        autoComplete="name"
        maxLength={longestName}
        readOnly={locked}
        spellCheck={false}
      />
      <TextField
        {...of('phone', t('personal.phone.help'))}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        readOnly={locked}
      />
      <Select
        {...of('country')}
        autoComplete="country"
        disabled={locked}
        options={[
          { value: '', label: t('personal.country.none') },
          ...countriesIn(locale).map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
      <TextField {...of('birthday')} type="date" autoComplete="bday" min="1900-01-01" max={today} readOnly={locked} />
    </>
  );
}

function Email({ email }: { email: string }) {
  const { t } = useWords();
  return (
    <Stack gap={1}>
      <Facts facts={[{ key: 'email', name: t('personal.email'), value: email }]} />
      {builtRoutes.includes('settings-mail') && <Way href="/settings/mail">{t('personal.email.change')}</Way>}
    </Stack>
  );
}

function PersonalForm({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { saved, wrong, trouble, corrections, elsewhere } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  return (
    <>
      <p>{t('personal.text')}</p>
      {saved && <Email email={saved.email} />}
      {elsewhere && (
        <Notice tone="warning" alert>
          {t('personal.elsewhere')}
        </Notice>
      )}
      <SignInForm
        corrections={corrections}
        wrong={personalNames.filter((name) => wrong[name]).length}
        trouble={trouble}
        submit={t(busy ? 'personal.saving' : 'personal.submit')}
        busy={busy}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={
          <Aside says={dropped.type} may={snapshot.can(dropped)} onClick={() => actor.send(dropped)}>
            {t('personal.drop')}
          </Aside>
        }
      >
        <Fields actor={actor} snapshot={snapshot} />
      </SignInForm>
      <div role="status">
        {snapshot.matches({ form: 'saved' }) && <Notice tone="success">{t('personal.saved')}</Notice>}
      </div>
    </>
  );
}

function Reading() {
  const { t } = useWords();
  return (
    <>
      <Waiting>{t('personal.reading')}</Waiting>
      {personalNames.map((name) => (
        <Skeleton key={name} of="field" />
      ))}
    </>
  );
}

function Unread({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { trouble } = snapshot.context;
  return (
    <>
      <Notice tone="danger" alert title={t('personal.unread')}>
        {trouble && tellTrouble(trouble, t, locale)}
      </Notice>
      <Button variant="primary" wide says={retried.type} onClick={() => actor.send(retried)}>
        {t('form.retry')}
      </Button>
    </>
  );
}

/** What the person tells of themselves. */
export default function PersonalView({ actor }: { actor: Actor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = (['reading', 'unread', 'held'] as const).find((state) => snapshot.matches(state)) ?? 'form';
  const parts = { actor, snapshot };
  return (
    <SettingsPage title={t('personal.title')} screen={screen} current="settings-personal">
      <Surface>
        <Stack gap={4}>
          {screen === 'reading' && <Reading />}
          {screen === 'unread' && <Unread {...parts} />}
          {screen === 'held' && <Held trouble={snapshot.context.trouble} seconds={secondsHeld(snapshot.context)} />}
          {screen === 'form' && <PersonalForm {...parts} />}
        </Stack>
      </Surface>
    </SettingsPage>
  );
}
