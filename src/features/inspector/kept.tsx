import { use } from 'react';
import { words } from '../../../machines/inspector/inspector.words.ts';
import type { Session } from '../../../machines/inspector/journal.types.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { join } from '../../ui/join.ts';
import { PassingButton } from '../../ui/passing-button.tsx';
import css from './inspector.module.css';
import type { InspectorActor, InspectorSnapshot } from './inspector.view.tsx';
import { headOf } from './head-of.ts';
import { TakeFile } from './take-file.ts';
import { useSay } from './use-say.ts';

interface Parts {
  actor: InspectorActor;
  snapshot: InspectorSnapshot;
}

function SessionRow({ actor, snapshot, session }: Parts & { session: Session }) {
  const say = useSay();
  const { locale } = useWords();
  const { id, made, account, entries, whole } = session;
  const isOpen = snapshot.context.which === id;
  // The page's own grows after it is listed; how long it is stands where it is open.
  const length = id === 'live' ? [] : [String(entries)];
  const told = [account ?? say(words.visitor), ...length, ...(whole ? [] : [say(words.cut)])];
  return (
    <li>
      <button
        type="button"
        className={join(css['machine'], isOpen && css['here'])}
        aria-current={isOpen || undefined}
        data-says="user.session opened"
        data-says-value={id}
        onClick={() => actor.send({ type: 'user.session opened', value: id })}
      >
        <span className={css['name']}>
          {id === 'live' ? say(words.thisPage) : formatDateTime(new Date(made).toISOString(), locale)}
        </span>
        <span className={css['stands']}>{told.join(' · ')}</span>
      </button>
    </li>
  );
}

function Drop({ actor, snapshot }: Parts) {
  const say = useSay();
  const { isAsked, kept } = snapshot.context;
  if (isAsked)
    return (
      <div className={css['line']} role="group" aria-label={say(words.drop)}>
        <p>{say(words.dropAsked)}</p>
        <Button
          size="small"
          variant="danger"
          says="user.drop confirmed"
          onClick={() => actor.send({ type: 'user.drop confirmed' })}
        >
          {say(words.dropYes)}
        </Button>
        <Button size="small" says="user.drop put off" onClick={() => actor.send({ type: 'user.drop put off' })}>
          {say(words.dropNo)}
        </Button>
      </div>
    );
  return (
    <>
      {kept.notDropped && <p role="alert">{say(words.notDropped)}</p>}
      {snapshot.can({ type: 'user.drop wanted' }) && (
        <Button size="small" says="user.drop wanted" onClick={() => actor.send({ type: 'user.drop wanted' })}>
          {say(words.drop)}
        </Button>
      )}
    </>
  );
}

/** The question and what asks it take each other's place, and the focus stays with them. */
const Dropping = (parts: Parts) => (
  <div ref={useHandedFocus(parts.snapshot.context.isAsked ? 'asked' : 'offered')} tabIndex={-1} className={css['kept']}>
    <Drop {...parts} />
  </div>
);

/** Journals in and out: files, and the sessions that this device keeps. */
export function Kept({ actor, snapshot }: Parts) {
  const say = useSay();
  const takeFile = use(TakeFile);
  const { sessions, recording } = snapshot.context.kept;
  return (
    <section className={css['kept']} aria-label={say(words.kept)}>
      <div className={css['line']}>
        <label className={css['file']}>
          <span>{say(words.file)}</span>
          <input
            type="file"
            accept="application/json,.json"
            data-says="user.file given"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) actor.send({ type: 'user.file given', value: takeFile(file) });
              target.value = '';
            }}
          />
        </label>
        {snapshot.can({ type: 'user.exported' }) && (
          <Button size="small" says="user.exported" onClick={() => actor.send({ type: 'user.exported' })}>
            {say(words.export)}
          </Button>
        )}
        {snapshot.can({ type: 'user.retried' }) && (
          <PassingButton
            size="small"
            says="user.retried"
            heir={headOf}
            onClick={() => actor.send({ type: 'user.retried' })}
          >
            {say(words.retry)}
          </PassingButton>
        )}
      </div>
      <h3 className={css['heading']}>{say(words.kept)}</h3>
      {sessions.length === 0 && <p className={css['quiet']}>{say(words.keptNone)}</p>}
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.id} actor={actor} snapshot={snapshot} session={session} />
        ))}
      </ul>
      <Checkbox
        label={say(words.recording)}
        says="user.recording chosen"
        value={recording}
        onValue={(value) => actor.send({ type: 'user.recording chosen', value })}
      />
      <Dropping actor={actor} snapshot={snapshot} />
    </section>
  );
}
