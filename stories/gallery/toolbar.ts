import type { Locale } from '../words.ts';
import { screenOf, type ScreenName } from './screens.ts';

/** Language, theme, amounts and screen as the toolbar has them. */
export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  concealed: boolean;
  screen: ScreenName;
}

export const isConcealed = (globals: Record<string, unknown>): boolean => globals['amounts'] === 'amounts hidden';

export const lookOf = (globals: Record<string, unknown>): Look => ({
  locale: globals['locale'] === 'en' ? 'en' : 'ru',
  theme: globals['theme'] === 'dark' ? 'dark' : 'light',
  concealed: isConcealed(globals),
  screen: screenOf(globals),
});

/** Where a story or a sheet stands in this look, for a tab of its own. */
export const addressOf = (id: string, { locale, theme, concealed, screen }: Look, kind: 'story' | 'docs'): string =>
  `./?path=/${kind}/${id}&globals=locale:${locale};theme:${theme};amounts:amounts+${concealed ? 'hidden' : 'shown'};viewport.value:${screen}`;
