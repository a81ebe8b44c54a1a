import { untilShownAgain } from './shown-again.ts';

/**
 * Leads the browser out of the product, to a page that the asker has seen to be a published one. Resolves when this page is
 * shown again, from the browser's memory.
 */
export function leave({ url }: { url: string }): Promise<void> {
  const again = untilShownAgain();
  location.assign(url);
  return again;
}
