/** The three screens of the toolbar. Lengths are CSS pixels. */
export interface ScreenSize {
  name: string;
  width: number;
  height: number;
}

export const screens = {
  phone: { name: 'Small phone', width: 320, height: 640 },
  tall: { name: 'Phone', width: 390, height: 844 },
  wide: { name: 'Desk', width: 1280, height: 800 },
} as const satisfies Record<string, ScreenSize>;

export type ScreenName = keyof typeof screens;

export const isScreen = (name: unknown): name is ScreenName => typeof name === 'string' && Object.hasOwn(screens, name);

/** What the toolbar has chosen, as Storybook keeps it; a width that somebody dragged is none of ours. */
export const screenOf = (globals: Record<string, unknown>): ScreenName => {
  const viewport = globals['viewport'];
  const value = typeof viewport === 'object' && viewport !== null ? (viewport as { value?: unknown }).value : viewport;
  return isScreen(value) ? value : 'wide';
};

/** How wide the screen is that the toolbar has chosen; null of one that is none of ours. */
export const widthOf = (globals: Record<string, unknown>): number | null => {
  const { value, isRotated } = Object(globals['viewport']) as { value?: unknown; isRotated?: unknown };
  if (!isScreen(value)) return null;
  return isRotated === true ? screens[value].height : screens[value].width;
};
