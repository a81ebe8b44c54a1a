import type { FormEvent } from 'react';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { longestNote } from '../../../contract/referral.ts';
import { emailProblem, noteProblem } from '../../../machines/flows/referral/invite.context.ts';
import type { inviteMachine } from '../../../machines/flows/referral/invite.machine.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { LiveRegion, Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { useTold } from '../../ui/told.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Part } from '../parts/part.tsx';
import css from './referral.module.css';

export type InviteActor = ActorRefFrom<typeof inviteMachine>;
type Snapshot = SnapshotFrom<typeof inviteMachine>;
interface PartProps {
  actor: InviteActor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.invite wanted' } as const;
const another = { type: 'user.another address wanted' } as const;
const submitted = { type: 'user.submitted' } as const;
const opened = { type: 'user.letter opened' } as const;
const saved = { type: 'user.letter saved' } as const;
const putAside = { type: 'user.letter put aside' } as const;
/** As they call themselves. */
const languages = [
  { value: 'ru', label: 'Русский' },
  { value: 'en', label: 'English' },
];

/** That a letter was taken: it stands in a place that is there before. */
function Taken({ snapshot }: Pick<PartProps, 'snapshot'>) {
  const { t } = useWords();
  const { sentTo } = snapshot.context;
  const isTold = sentTo !== '' && (snapshot.matches({ form: 'sent' }) || snapshot.matches('enough'));
  return (
    <div role="status">{isTold && <Notice tone="success">{t('referral.invite.sent', { email: sentTo })}</Notice>}</div>
  );
}

function Letter({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { form } = snapshot.context;
  return (
    <Stack gap={2}>
      <h3>{t('referral.letter.title')}</h3>
      <div className={css['letter']}>
        <p className={css['subject']}>{form?.letter.subject}</p>
        <p className={css['text']}>{form?.letter.text.trim()}</p>
      </div>
      <Row>
        <Button
          size="small"
          says={opened.type}
          aria-disabled={!snapshot.can(opened) || undefined}
          onClick={() => actor.send(opened)}
        >
          {t('referral.letter.change')}
        </Button>
      </Row>
    </Stack>
  );
}

function Address({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const busy = snapshot.hasTag('busy');
  const problem = emailProblem(context, snapshot.hasTag('corrected'));
  const form = useErrorFocus<HTMLFormElement>(context.corrections);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) actor.send(submitted);
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap={3}>
        <LiveRegion assertive>{problem ? t('form.errors', { count: 1 }) : ''}</LiveRegion>
        <TextField
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          label={t('referral.invite.email')}
          help={t('referral.invite.left', { count: context.form?.left ?? 0 })}
          error={problem ? told(problem) : ''}
          value={context.email}
          says="user.email typed"
          readOnly={!snapshot.can({ type: 'user.email typed', value: '' })}
          onValue={(value) => actor.send({ type: 'user.email typed', value })}
        />
        <Row>
          <Button type="submit" variant="primary" says={submitted.type} main pending={busy}>
            {t(busy ? 'referral.invite.sending' : 'referral.invite.submit')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

function Editing({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const busy = snapshot.hasTag('busy');
  const problem = noteProblem(context);
  const form = useErrorFocus<HTMLFormElement>(context.corrections);
  const locked = !snapshot.can({ type: 'user.note typed', value: '' });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) actor.send(saved);
  };
  return (
    <form ref={form} noValidate onSubmit={save}>
      <Stack gap={3}>
        <LiveRegion assertive>{problem ? t('form.errors', { count: 1 }) : ''}</LiveRegion>
        <Select
          label={t('referral.letter.language')}
          options={languages}
          value={context.locale}
          disabled={locked}
          says="user.letter language chosen"
          onValue={(value) => actor.send({ type: 'user.letter language chosen', value: value === 'en' ? 'en' : 'ru' })}
        />
        <TextArea
          name="note"
          label={t('referral.letter.note')}
          help={t('referral.letter.note.help', { most: longestNote })}
          error={problem ? told(problem) : undefined}
          value={context.note}
          says="user.note typed"
          readOnly={locked}
          onValue={(value) => actor.send({ type: 'user.note typed', value })}
        />
        <Row gap={2}>
          <Button type="submit" variant="primary" says={saved.type} main pending={busy}>
            {t(busy ? 'referral.letter.saving' : 'referral.letter.save')}
          </Button>
          <Button
            says={putAside.type}
            aria-disabled={!snapshot.can(putAside) || undefined}
            onClick={() => actor.send(putAside)}
          >
            {t('referral.letter.drop')}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}

function Enough({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const again = snapshot.context.form?.again_at;
  return (
    <Notice
      tone="neutral"
      title={t('referral.invite.enough')}
      action={
        <Button size="small" says={wanted.type} onClick={() => actor.send(wanted)}>
          {t('referral.invite.check')}
        </Button>
      }
    >
      {again !== undefined && t('referral.invite.again', { when: formatDateTime(again, locale) })}
    </Notice>
  );
}

type Screen = 'reading' | 'enough' | 'unknown' | 'letter' | 'form';
const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('letter') || snapshot.matches('saving')) return 'letter';
  return (['reading', 'enough', 'unknown'] as const).find((state) => snapshot.matches(state)) ?? 'form';
};

/** Letters that invite: to whom, and what they say. */
export default function InviteView({ actor }: { actor: InviteActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { trouble, email } = snapshot.context;
  const screen = screenOf(snapshot);
  const place = useHandedFocus(screen);
  const parts = { actor, snapshot };
  return (
    <Part
      id="referral-invite"
      title={t('referral.invite.title')}
      waiting={screen === 'reading' && t('referral.invite.reading')}
      unread={snapshot.matches('unread') && t('referral.invite.unread')}
      undone={
        screen === 'unknown' && {
          title: t('referral.invite.unknown', { email: email.trim() }),
          retry: t('form.retry'),
        }
      }
      trouble={trouble}
      again={wanted.type}
      onAgain={() => actor.send(wanted)}
    >
      <div ref={place} tabIndex={-1} className={css['letters']}>
        {screen === 'form' && <Address {...parts} />}
        {screen === 'enough' && <Enough {...parts} />}
        {screen === 'unknown' && (
          <Row>
            <Button says={another.type} onClick={() => actor.send(another)}>
              {t('referral.invite.another')}
            </Button>
          </Row>
        )}
        <Taken snapshot={snapshot} />
        {screen === 'form' && <Letter {...parts} />}
        {screen === 'letter' && <Editing {...parts} />}
      </div>
    </Part>
  );
}
