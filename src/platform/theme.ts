/** `system` leaves the choice to the browser's own preference. */
export const applyTheme = ({ theme }: { theme: 'system' | 'light' | 'dark' }): void => {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
};
