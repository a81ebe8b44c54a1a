import type { TabEvent } from '../../machines/root/events.ts';
import { listen } from './listen.ts';
import { readMemory } from './memory.ts';
import { hearTabs, lastLeaving } from './tabs.ts';

const remembered = () => ({ ...readMemory(), leaving: lastLeaving() });
type Remembered = ReturnType<typeof remembered>;

/** Who came in since is found by the look that follows, and keeps what is theirs. */
const hasLeft = (before: Remembered, { here, leaving }: Remembered): boolean =>
  leaving !== before.leaving && here === undefined;

const missedBy = (account: string | null, before: Remembered, now: Remembered): TabEvent[] => [
  ...(account !== null && hasLeft(before, now) ? [{ type: 'tabs.signed out', account } as const] : []),
  ...(now.hidden !== undefined && now.hidden !== before.hidden
    ? [{ type: 'tabs.hidden', hidden: now.hidden } as const]
    : []),
  ...(now.theme !== undefined && now.theme !== before.theme ? [{ type: 'tabs.theme', theme: now.theme } as const] : []),
];

/**
 * A page that lies in the browser's cache is told nothing. What has changed on this device since it went there it hears when it
 * is shown again, as if a tab told it then.
 */
export const hearMissed = (account: () => string | null): void => {
  let before = remembered();
  listen(window, ['pagehide'], () => {
    before = remembered();
  });
  listen(window, ['pageshow'], (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    for (const missed of missedBy(account(), before, remembered())) hearTabs(missed);
  });
};
