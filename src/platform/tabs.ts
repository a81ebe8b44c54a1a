import { Observable } from 'rxjs';
import * as z from 'zod/mini';
import { localeCode, notification, unreadMsgs } from '../../contract/entities.ts';
import type { TabEvent } from '../../machines/root/events.ts';
import { store } from './store.ts';

const account = z.string();
/** A message of another shape is none of ours: another version of this page may be open. */
const news = z.union([
  z.object({
    type: z.enum(['tabs.signed in', 'tabs.signed out', 'tabs.signing out', 'tabs.looked', 'tabs.money moved']),
    account,
  }),
  z.object({ type: z.literal('tabs.language'), locale: localeCode }),
  z.object({ type: z.literal('tabs.hidden'), hidden: z.boolean() }),
  z.object({ type: z.literal('tabs.theme'), theme: z.enum(['system', 'light', 'dark']) }),
  z.object({ type: z.enum(['tabs.messages', 'tabs.journal']), kept: z.boolean() }),
  z.object({ type: z.literal('tabs.alerts'), wanted: z.boolean() }),
  z.object({ type: z.literal('tabs.unread'), account, unread: unreadMsgs }),
  z.object({ type: z.literal('tabs.offer put off'), account, known: unreadMsgs }),
  z.object({
    type: z.literal('tabs.notifications'),
    account,
    locale: z.string(),
    notifications: z.array(notification),
  }),
  z.object({
    type: z.enum(['tabs.notification closed', 'tabs.close heard']),
    account,
    notification: z.string(),
    now: z.optional(z.string()),
  }),
  z.object({ type: z.literal('tabs.payment'), account, notification: z.string(), id: z.string() }),
]);

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

const leaving = 'left';
/** When somebody was last signed out on this device because they asked for it. */
export const lastLeaving = (): unknown => store.read(leaving);

/** Tells every other tab of this browser. Where that cannot be, they learn it when they are seen again. */
export const tellTabs = (event: TabEvent): void => {
  if (event.type === 'tabs.signed out') store.write(leaving, Date.now());
  try {
    channelHere()?.postMessage(event);
  } catch {
    // Nobody is told.
  }
};

/** What other tabs tell. */
export const tabsNews = (): Observable<TabEvent> =>
  new Observable((listener) => {
    const hear = ({ data }: MessageEvent<unknown>) => {
      const read = news.safeParse(data);
      if (read.success) listener.next(read.data);
    };
    const here = channelHere();
    here?.addEventListener('message', hear);
    return () => here?.removeEventListener('message', hear);
  });

/** This page hears it as if another tab told it now. */
export const hearTabs = (data: TabEvent): void =>
  void channelHere()?.dispatchEvent(new MessageEvent('message', { data }));
