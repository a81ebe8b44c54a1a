/** Resolves when this page is shown out of the browser's memory; its own first showing is none. */
export const untilShownAgain = (): Promise<void> =>
  new Promise((resolve) => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.removeEventListener('pageshow', shown);
      resolve();
    };
    window.addEventListener('pageshow', shown);
  });
