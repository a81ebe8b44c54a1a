import { Observable } from 'rxjs';
import type { TabEvent } from '../../machines/root/events.ts';

const types: readonly string[] = ['tabs.signed in', 'tabs.signed out'] satisfies TabEvent['type'][];

const isNews = (news: unknown): news is TabEvent => {
  const { type, account } = (news ?? {}) as Partial<Record<keyof TabEvent, unknown>>;
  return typeof type === 'string' && types.includes(type) && typeof account === 'string';
};

/** One channel a page, so that a page never hears itself. Absent where a browser has none, or refuses it. */
const open = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel('session');
  } catch {
    return undefined;
  }
};
let channel: BroadcastChannel | undefined;
const channelHere = (): BroadcastChannel | undefined => (channel ??= open());

/** Tells every other tab of this browser. Where that cannot be, they learn it when they are seen again. */
export const tellTabs = (news: TabEvent): void => {
  try {
    channelHere()?.postMessage(news);
  } catch {
    // Nobody is told.
  }
};

/** What other tabs tell. A message of another shape is none of ours: another version of this page may be open. */
export const tabsNews = (): Observable<TabEvent> =>
  new Observable((listener) => {
    const hear = ({ data }: MessageEvent<unknown>) => {
      if (isNews(data)) listener.next({ type: data.type, account: data.account });
    };
    const here = channelHere();
    here?.addEventListener('message', hear);
    return () => here?.removeEventListener('message', hear);
  });
