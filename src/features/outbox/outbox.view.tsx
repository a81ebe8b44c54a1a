import { useSelector } from '@xstate/react';
import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import Paperclip from 'lucide-react/icons/paperclip';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { documentMedia } from '../../../contract/verification.ts';
import { isAboutText, type OutFile, type OutMessage } from '../../../machines/outbox/outbox.context.ts';
import type { OutboxMachine } from '../../../machines/outbox/outbox.machine.ts';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import { heldFile, holdFile } from '../../house/held-files.ts';
import { formatSize } from '../../i18n/size.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { useLeftFocus, type Heir } from '../../ui/handed-focus.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';
import { saying } from '../../ui/says.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Held } from '../parts/held.tsx';
import { Report } from './report.tsx';
import css from './outbox.module.css';

export type OutboxActor = ActorRefFrom<OutboxMachine>;
type OutboxSnapshot = SnapshotFrom<OutboxMachine>;
interface PartProps {
  actor: OutboxActor;
  snapshot: OutboxSnapshot;
}

const whole = (snapshot: OutboxSnapshot) => snapshot;

/** Where whoever writes goes on, when what they pressed has left the page. */
const textOf = (): HTMLElement | null => document.querySelector('main textarea');

/** The message that a button was about stays, without it. */
const messageOf: Heir = (left) => left.closest('li');

/** What a file is called; by its kind, where this page does not hold it any more. */
function FileName({ file: { handle, kind, size } }: { file: OutFile }) {
  const { t, locale } = useWords();
  const words = kind === 'journal' ? t('thread.journal') : (heldFile(handle)?.name ?? kind.toUpperCase());
  return (
    <span className={css['name']}>
      {kind === 'journal' || kind === 'pdf' ? (
        <FileText size={16} aria-hidden="true" />
      ) : (
        <ImageIcon size={16} aria-hidden="true" />
      )}
      <bdi>{words}</bdi>
      <span className={css['small']}>{formatSize(size, locale)}</span>
    </span>
  );
}

/** One message on its way: that it waits, goes, has come, or was refused, and what can be done about it. */
function Going({ actor, snapshot, message }: PartProps & { message: OutMessage }) {
  const { t } = useWords();
  const told = useTold();
  const { sending, percent } = snapshot.context;
  const { id, text, files, is, trouble } = message;
  const again = { type: 'user.message retried', value: id } as const;
  const back = { type: 'user.message taken back', value: id } as const;
  const isGoing = is === 'waiting' && id === sending && snapshot.matches({ open: { post: 'sending' } });
  const leave = useLeftFocus(textOf);
  // Of several that were refused each button tells which one it is about.
  const named = (key: string) => `${t(key)}: ${text.slice(0, 40) || t('outbox.files')}`;
  return (
    <li ref={leave} tabIndex={-1} className={css['going']}>
      {text !== '' && (
        <p className={css['text']} dir="auto">
          {text}
        </p>
      )}
      {files.map((file) => (
        <FileName key={file.handle} file={file} />
      ))}
      {is === 'refused' ? (
        <>
          <Notice tone="danger" alert title={t('outbox.refused')}>
            {trouble && told(trouble)}
          </Notice>
          <Row gap={2}>
            {snapshot.can(again) && (
              <PassingButton
                size="small"
                says={again.type}
                saysValue={again.value}
                aria-label={named('outbox.again')}
                heir={messageOf}
                onClick={() => actor.send(again)}
              >
                {t('outbox.again')}
              </PassingButton>
            )}
            <Button
              size="small"
              says={back.type}
              saysValue={back.value}
              disabled={!snapshot.can(back)}
              aria-label={named('outbox.edit')}
              onClick={() => actor.send(back)}
            >
              {t('outbox.edit')}
            </Button>
            <Button
              size="small"
              says="user.message dropped"
              saysValue={id}
              aria-label={named('outbox.drop')}
              onClick={() => actor.send({ type: 'user.message dropped', value: id })}
            >
              {t('outbox.drop')}
            </Button>
          </Row>
        </>
      ) : (
        <p className={css['small']}>
          {t(is === 'sent' ? 'thread.sent' : isGoing ? 'outbox.sending' : 'outbox.waiting')}
        </p>
      )}
      {isGoing && files.length > 0 && (
        <progress className={css['bar']} max={100} value={percent} aria-label={t('outbox.sending')} />
      )}
    </li>
  );
}

function Post({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { messages, lineTrouble } = snapshot.context;
  const isStuck = snapshot.matches({ open: { post: 'stuck' } });
  return (
    <>
      {messages.length > 0 && (
        <ul className={css['out']} aria-label={t('outbox.title')}>
          {messages.map((message) => (
            <Going key={message.id} actor={actor} snapshot={snapshot} message={message} />
          ))}
        </ul>
      )}
      {snapshot.matches({ open: { post: 'resting' } }) && <p role="status">{t('outbox.resting')}</p>}
      {snapshot.matches({ open: { post: 'held' } }) && (
        <Held trouble={lineTrouble} seconds={secondsHeld(snapshot.context)} />
      )}
      {isStuck && (
        <Notice
          tone="warning"
          alert
          title={t('outbox.stuck')}
          action={
            <PassingButton
              size="small"
              says="user.retried"
              heir={textOf}
              onClick={() => actor.send({ type: 'user.retried' })}
            >
              {t('form.retry')}
            </PassingButton>
          }
        >
          {lineTrouble && told(lineTrouble)} {t('outbox.once')}
        </Notice>
      )}
    </>
  );
}

function AttachedFile({ actor, snapshot, file }: PartProps & { file: OutFile }) {
  const { t } = useWords();
  const leave = useLeftFocus(textOf);
  const removed = { type: 'user.attachment removed', value: file.handle } as const;
  return (
    <li ref={leave} className={css['file']}>
      <FileName file={file} />
      <Button
        size="small"
        says={removed.type}
        saysValue={removed.value}
        disabled={!snapshot.can(removed)}
        aria-label={`${t('outbox.remove')}: ${heldFile(file.handle)?.name ?? file.kind}`}
        onClick={() => actor.send(removed)}
      >
        {t('outbox.remove')}
      </Button>
      {file.kind === 'journal' && <Report file={file} />}
    </li>
  );
}

/** What comes with the message. */
function Attached({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { files } = snapshot.context;
  if (files.length === 0) return null;
  return (
    <ul className={css['files']} aria-label={t('outbox.files')}>
      {files.map((file) => (
        <AttachedFile key={file.handle} actor={actor} snapshot={snapshot} file={file} />
      ))}
    </ul>
  );
}

const waitedFor = { looking: 'upload.looking', taking: 'outbox.taking', naming: 'outbox.naming' } as const;
const waited = Object.keys(waitedFor) as (keyof typeof waitedFor)[];

function Form({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { text, trouble, corrections, kind } = snapshot.context;
  const form = useErrorFocus<HTMLFormElement>(corrections, 'textarea');
  const isWriting = snapshot.hasTag('form');
  const awaited = waited.find((state) => snapshot.matches({ open: { form: state } }));
  const report = { type: 'user.report wanted' } as const;
  return (
    <form
      ref={form}
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.submitted' });
        // Whoever writes goes on writing.
        event.currentTarget.querySelector('textarea')?.focus();
      }}
    >
      <TextArea
        label={t('outbox.label')}
        help={t('outbox.help')}
        error={trouble && isAboutText(trouble) ? told(trouble) : undefined}
        value={text}
        readOnly={!isWriting}
        says="user.message typed"
        onValue={(value) => actor.send({ type: 'user.message typed', value })}
      />
      {trouble && !isAboutText(trouble) && (
        <Notice tone="danger" alert>
          {told(trouble)}
        </Notice>
      )}
      <Attached actor={actor} snapshot={snapshot} />
      <Row gap={2}>
        <Button
          type="submit"
          variant="primary"
          main
          says="user.submitted"
          pending={!isWriting}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title={t('outbox.send.keys')}
        >
          {t('outbox.send')}
        </Button>
        <div className={css['choice']}>
          <span className={css['words']} aria-hidden="true">
            <Paperclip size={20} />
            {t('outbox.attach')}
          </span>
          <input
            {...saying({ says: 'user.file given' })}
            className={css['input']}
            type="file"
            multiple
            accept={documentMedia.join()}
            aria-label={t('outbox.attach')}
            // Disabled it would lose the focus for the moment in which its file is looked at.
            aria-disabled={!isWriting || undefined}
            onClick={(event) => {
              if (!isWriting) event.preventDefault();
            }}
            onChange={(event) => {
              const [value, ...handles] = [...(event.target.files ?? [])].map(holdFile);
              // The same file chosen again is a choice too.
              event.target.value = '';
              if (value !== undefined) actor.send({ type: 'user.file given', value, handles });
            }}
          />
        </div>
        {kind === 'support' && (
          <Button
            says={report.type}
            pending={awaited === 'taking'}
            aria-disabled={!snapshot.can(report) || undefined}
            onClick={() => actor.send(report)}
          >
            {t('outbox.report')}
          </Button>
        )}
      </Row>
      {awaited && <Waiting>{t(waitedFor[awaited])}</Waiting>}
    </form>
  );
}

/** What is written for a chat: on its way, and in the form. */
export default function OutboxView({ actor }: { actor: OutboxActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  if (snapshot.matches('opening')) return <Waiting>{t('outbox.opening')}</Waiting>;
  return (
    <Stack gap={3}>
      <Post actor={actor} snapshot={snapshot} />
      <Form actor={actor} snapshot={snapshot} />
    </Stack>
  );
}
