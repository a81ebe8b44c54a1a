import type { ReactNode } from 'react';
import { useWords } from '../../i18n/words.ts';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Page, Stack, Title } from '../../ui/layout.tsx';
import { Surface } from '../../ui/surface.tsx';
import css from './sign-in.module.css';

interface SheetProps {
  title: string;
  /** The screen inside: when it changes, its heading takes the focus, anew where that of the last one had it: it is read. */
  screen: string;
  /** It stands in a window, which has a frame and the heading `login.title` of its own. */
  over?: boolean;
  children: ReactNode;
}

/** The paper that every screen of signing in is on. */
export function Sheet({ title, screen, over = false, children }: SheetProps) {
  const { t } = useWords();
  const heading = useHeadingFocus(screen);
  if (over) {
    return (
      <Stack gap={4}>
        {title !== t('login.title') && (
          <h3 key={screen} ref={heading} tabIndex={-1}>
            {title}
          </h3>
        )}
        {children}
      </Stack>
    );
  }
  return (
    <Page className={css['narrow']}>
      <Surface as="section">
        <Stack gap={4}>
          <Title key={screen} ref={heading}>
            {title}
          </Title>
          {children}
        </Stack>
      </Surface>
    </Page>
  );
}
