import type { ReactNode } from 'react';
import { builtSections, type Section } from '../../../machines/residents/navigation/sections.ts';
import { builtRoutes } from '../../../machines/root/flows.ts';
import { useWords } from '../../i18n/words.ts';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Page, Stack, Title } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';

interface SettingsPageProps {
  title: string;
  /** The screen inside: when it changes, its heading takes the focus, anew where that of the last one had it: it is read. */
  screen: string;
  current: Section | 'overview';
  /** It stands in the way of something else, and shows no other way than its own. */
  alone?: boolean;
  children: ReactNode;
}

/** A screen of the settings, with the way to all the others. */
export function SettingsPage({ title, screen, current, alone = false, children }: SettingsPageProps) {
  const { t } = useWords();
  const heading = useHeadingFocus(screen);
  const places = [
    { name: 'overview', path: '/settings', label: t('section.index-settings') },
    ...builtSections('settings', builtRoutes).map(({ name, path }) => ({ name, path, label: t(`section.${name}`) })),
  ];
  return (
    <Page>
      <Stack gap={6}>
        <Title key={screen} ref={heading}>
          {title}
        </Title>
        {!alone && (
          <Tabs
            label={t('sections.settings')}
            tabs={places.map(({ name, path, label }) => ({ href: path, label, current: name === current }))}
          />
        )}
        {children}
      </Stack>
    </Page>
  );
}
