import { useEffect, useState } from 'react';
import { GLOBALS_UPDATED, SELECT_STORY, SET_GLOBALS } from 'storybook/internal/core-events';
import { addons } from 'storybook/preview-api';
import { speak, type Locale } from '../words.ts';
import { screenOf, type ScreenName } from './screens.ts';

/** Language, theme, amounts and screen as the toolbar has them. */
export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  concealed: boolean;
  screen: ScreenName;
}

export const isConcealed = (globals: Record<string, unknown>): boolean => globals['amounts'] === 'amounts hidden';

interface Said {
  globals: Record<string, unknown>;
}

/** The toolbar's look on a page that is no story: it gets no loaders and no decorators. Null until its words are there. */
export function useLook(): Look | null {
  const [look, setLook] = useState<Look | null>(null);
  useEffect(() => {
    const channel = addons.getChannel();
    const apply = ({ globals }: Said): void => {
      const locale = globals['locale'] === 'en' ? 'en' : 'ru';
      const theme = globals['theme'] === 'dark' ? 'dark' : 'light';
      document.documentElement.dataset['theme'] = theme;
      void speak(locale).then(() =>
        setLook({ locale, theme, concealed: isConcealed(globals), screen: screenOf(globals) }),
      );
    };
    const last = [GLOBALS_UPDATED, SET_GLOBALS].map((event) => channel.last(event)?.[0] as Said | undefined);
    apply(last.find((said) => said !== undefined) ?? { globals: {} });
    channel.on(GLOBALS_UPDATED, apply);
    return () => channel.off(GLOBALS_UPDATED, apply);
  }, []);
  return look;
}

const globalsOf = ({ locale, theme, concealed, screen }: Look): string =>
  `locale:${locale};theme:${theme};amounts:amounts+${concealed ? 'hidden' : 'shown'};viewport.value:${screen}`;

/** What a link to a story or a sheet needs: its address for a tab of its own, and the way there within this one. */
export const linkTo = (id: string, look: Look, kind: 'story' | 'docs' = 'story') => ({
  href: `./?path=/${kind}/${id}&globals=${globalsOf(look)}`,
  target: '_top',
  onClick: (event: { preventDefault(): void; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean }): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || window.parent === window) return;
    event.preventDefault();
    addons.getChannel().emit(SELECT_STORY, { storyId: id });
  },
});
