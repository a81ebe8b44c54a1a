import { pathTo, type RouteName } from './routes.ts';

/** The lists of places beside one another, exactly as section 2 of the specification has them; `more` are the histories that it leaves out. */
export const sections = {
  history: ['history-exchange', 'history-transfer', 'history-payment'],
  more: ['history-deposit', 'history-withdraw', 'history-referral'],
  settings: ['settings-personal', 'settings-verification', 'settings-change-password'],
  cards: ['cards-list', 'cards-my'],
} as const satisfies Record<string, readonly RouteName[]>;

export type SectionList = keyof typeof sections;
export type Section = (typeof sections)[SectionList][number];

/** The places of a list that are built, each with its address. */
export const builtSections = (list: SectionList, built: readonly string[]): { name: Section; path: string }[] =>
  sections[list].filter((name) => built.includes(name)).map((name) => ({ name, path: pathTo(name) }));
