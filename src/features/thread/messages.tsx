import { useCallback } from 'react';
import { placeAfter } from '../../../machines/thread/thread.context.ts';
import { isSameDay } from '../../i18n/days.ts';
import { useWords } from '../../i18n/words.ts';
import { TailList } from '../../ui/tail-list.tsx';
import { MessageRow } from './message.tsx';
import type { ThreadActor, ThreadSnapshot } from './thread.view.tsx';

/** Height of most messages in pixels. */
const usual = 76;

/** What stands in the chat: it opens at what was not read yet, or at its end. */
export function Messages({ actor, snapshot }: { actor: ThreadActor; snapshot: ThreadSnapshot }) {
  const { t } = useWords();
  const { items, divider, older } = snapshot.context;
  const firstNew = divider === null ? items.length : placeAfter(items, divider - 1);
  const newest = items.at(-1);
  // A new function would have the place of every row worked out anew, each time somebody scrolls.
  const keyOf = useCallback((at: number) => items[at]?.seq ?? at, [items]);
  return (
    <TailList
      label={t('thread.messages')}
      count={items.length}
      isWhole={older === null}
      rowHeight={usual}
      keyOf={keyOf}
      opensAt={firstNew < items.length ? firstNew : undefined}
      ownRow={newest?.side === 'own' ? newest.seq : undefined}
      onEnd={(isThere) => {
        if (isThere !== actor.getSnapshot().context.atEnd)
          actor.send({ type: isThere ? 'user.end reached' : 'user.end left' });
      }}
      onNearStart={() => {
        const wanted = { type: 'user.older wanted' } as const;
        if (actor.getSnapshot().can(wanted)) actor.send(wanted);
      }}
    >
      {(at) => {
        const message = items[at]!;
        const before = items[at - 1];
        return (
          <MessageRow
            actor={actor}
            snapshot={snapshot}
            message={message}
            isNewDay={!before || !isSameDay(before.created_at, message.created_at)}
            isFirstNew={message.seq === divider}
          />
        );
      }}
    </TailList>
  );
}
