/**
 * Leads the browser out of the product, to a page that the asker has seen to be a published one. Resolves when this page is
 * shown again, from the browser's memory.
 */
export const leave = ({ url }: { url: string }): Promise<void> =>
  new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
    location.assign(url);
  });
