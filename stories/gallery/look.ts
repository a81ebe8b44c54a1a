import { useEffect, useState } from 'react';
import { GLOBALS_UPDATED, SELECT_STORY, SET_GLOBALS } from 'storybook/internal/core-events';
import { addons } from 'storybook/preview-api';
import { speak } from '../words.ts';
import { addressOf, lookOf, type Look } from './toolbar.ts';

interface Said {
  globals: Record<string, unknown>;
}

/** The toolbar's look on a page that is no story: it gets no loaders and no decorators. Null until its words are there. */
export function useLook(): Look | null {
  const [look, setLook] = useState<Look | null>(null);
  useEffect(() => {
    const channel = addons.getChannel();
    const apply = ({ globals }: Said): void => {
      const chosen = lookOf(globals);
      document.documentElement.dataset['theme'] = chosen.theme;
      void speak(chosen.locale).then(() => setLook(chosen));
    };
    const last = [GLOBALS_UPDATED, SET_GLOBALS].map((event) => channel.last(event)?.[0] as Said | undefined);
    apply(last.find((said) => said !== undefined) ?? { globals: {} });
    channel.on(GLOBALS_UPDATED, apply);
    return () => channel.off(GLOBALS_UPDATED, apply);
  }, []);
  return look;
}

/** What a link to a story or a sheet needs: its address for a tab of its own, and the way there within this one. */
export const linkTo = (id: string, look: Look, kind: 'story' | 'docs' = 'story') => ({
  href: addressOf(id, look, kind),
  target: '_top',
  onClick: (event: { preventDefault(): void; metaKey: boolean; ctrlKey: boolean; shiftKey: boolean }): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || window.parent === window) return;
    event.preventDefault();
    addons.getChannel().emit(SELECT_STORY, { storyId: id });
  },
});
