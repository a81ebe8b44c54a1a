import type { ReactNode } from 'react';
import type { Trouble } from '../../../machines/form/trouble.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';

interface PartProps {
  id: string;
  title: string;
  /** What is waited for, while nothing is there yet. */
  waiting?: string | false;
  /** What stands there meanwhile, as large as what will come; a block where nobody can tell. */
  outline?: ReactNode;
  /** Which of several things stands here, where one may take the place of another. */
  screen?: string;
  /** That it could not be read, and what asks for it again. */
  unread?: string | false;
  /** That what was wanted of it may not be done, above what was read last, and the words of what does that again. */
  undone?: { title: string; retry: string } | false;
  trouble?: Trouble | null;
  again?: string;
  onAgain?: () => void;
  children?: ReactNode;
}

const block = <Skeleton of="block" />;

/** One thing to set, under a heading of its own. */
export function Part({
  id,
  title,
  waiting,
  outline = block,
  screen = 'there',
  unread,
  undone,
  trouble = null,
  again,
  onAgain,
  children,
}: PartProps) {
  const { t, locale } = useWords();
  const told = trouble && tellTrouble(trouble, t, locale);
  const failed = unread ? { title: unread, retry: t('form.retry') } : undone;
  // What was pressed may have gone with what stood here.
  const heading = useHandedFocus(failed ? 'failed' : waiting ? 'waiting' : screen);
  return (
    <Surface as="section" aria-labelledby={id}>
      <Stack gap={4}>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {failed ? (
          <Notice
            tone="danger"
            alert
            title={failed.title}
            action={
              <Button size="small" says={again} onClick={onAgain}>
                {failed.retry}
              </Button>
            }
          >
            {told}
          </Notice>
        ) : (
          told && (
            <Notice tone="danger" alert>
              {told}
            </Notice>
          )
        )}
        {!unread && (
          <>
            {waiting && (
              <>
                <Waiting>{waiting}</Waiting>
                {outline}
              </>
            )}
            {children}
          </>
        )}
      </Stack>
    </Surface>
  );
}
