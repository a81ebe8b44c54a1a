import FileText from 'lucide-react/icons/file-text';
import ImageIcon from 'lucide-react/icons/image';
import type { Message, MessageFile } from '../../../contract/chat.ts';
import { formatClock, formatDayHere } from '../../i18n/days.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { formatSize } from '../../i18n/size.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { join } from '../../ui/join.ts';
import { Row } from '../../ui/layout.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import type { ThreadActor, ThreadSnapshot } from './thread.view.tsx';
import css from './thread.module.css';

interface FileProps {
  actor: ThreadActor;
  snapshot: ThreadSnapshot;
  file: MessageFile;
}

function File({ actor, snapshot, file }: FileProps) {
  const { t, locale } = useWords();
  const { id, kind, name, size } = file;
  const saved = { type: 'user.file wanted', value: id } as const;
  const opened = { type: 'user.picture opened', value: id } as const;
  const isChosen = snapshot.context.file === id;
  return (
    <li className={css['file']}>
      <p className={css['name']}>
        {kind === 'picture' ? <ImageIcon size={16} aria-hidden="true" /> : <FileText size={16} aria-hidden="true" />}
        <bdi>{kind === 'journal' ? t('thread.journal') : name}</bdi>
        <span className={css['small']}>{formatSize(size, locale)}</span>
      </p>
      <Row gap={2}>
        {kind === 'picture' && (
          <Button
            size="small"
            says={opened.type}
            saysValue={id}
            disabled={!snapshot.can(opened)}
            pending={isChosen && snapshot.matches({ open: { files: 'opening' } })}
            aria-label={`${t('thread.picture.open')}: ${name}`}
            onClick={() => actor.send(opened)}
          >
            {t('thread.picture.open')}
          </Button>
        )}
        <Button
          size="small"
          says={saved.type}
          saysValue={id}
          disabled={!snapshot.can(saved)}
          pending={isChosen && snapshot.matches({ open: { files: 'saving' } })}
          aria-label={`${t('thread.file.save')}: ${name}`}
          onClick={() => actor.send(saved)}
        >
          {t('thread.file.save')}
        </Button>
      </Row>
    </li>
  );
}

interface MessageProps {
  actor: ThreadActor;
  snapshot: ThreadSnapshot;
  message: Message;
  /** A day begins with it; and what was not read when the chat was opened. */
  isNewDay: boolean;
  isFirstNew: boolean;
}

/** One message with who wrote it, when, and whether it was read. */
export function MessageRow({ actor, snapshot, message, isNewDay, isFirstNew }: MessageProps) {
  const { t, locale } = useWords();
  const { head, read } = snapshot.context;
  const { seq, side, text, created_at: at, files } = message;
  const isOwn = side === 'own';
  return (
    <>
      {isNewDay && <p className={css['day']}>{formatDayHere(at, locale)}</p>}
      {isFirstNew && <p className={css['new']}>{t('thread.new')}</p>}
      <div className={join(css['message'], isOwn && css['own'])}>
        <p className={css['small']}>
          <bdi className={css['who']}>{isOwn ? t('thread.you') : (head?.title ?? '')}</bdi>{' '}
          <time dateTime={at} title={formatDateTime(at, locale)}>
            {formatClock(at, locale)}
          </time>
          {isOwn && <> · {t(seq <= read.other ? 'thread.read' : 'thread.sent')}</>}
        </p>
        {text !== '' && (
          <p className={css['text']} dir="auto">
            <LinkedText>{text}</LinkedText>
          </p>
        )}
        {files.length > 0 && (
          <ul className={css['files']}>
            {files.map((file) => (
              <File key={file.id} actor={actor} snapshot={snapshot} file={file} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
