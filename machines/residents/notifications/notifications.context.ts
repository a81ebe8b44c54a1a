import type { Notification } from '../../../contract/entities.ts';
import type { ClosedHere } from '../../root/events.ts';

/** How many ids are kept of what is over. */
export const most = 200;

interface HeardThere {
  id: string;
  now: string;
}

export interface NotificationsContext {
  account: string | null;
  /** What the server tells and nobody has closed, in its order. Payments have a place of their own. */
  told: Notification[];
  /** Closed here or in another tab, and in the server's list yet: no answer that was on its way shows them again, until the server has heard. */
  closed: string[];
  /** Of those, what the server has heard from another tab, and by when. A list of before may still be on its way. */
  heardThere: HeardThere[];
  /** What was closed on this device and the server has not heard, oldest first. */
  unclosed: ClosedHere[];
  saying: string | null;
  /** The one that is being closed. */
  chosen: string;
  /** Put away on this page although they may not be closed: they come again with the next one. */
  away: string[];
  /** The one that is wanted over the page, or stands there. */
  over: string | null;
  /** The page that the person is at, by the name of its route; null until they arrive somewhere. */
  page: string | null;
  /** What stands above the page, which was drawn with it. All else has come since, and stands in the corner. */
  above: string[];
  /** A step that money depends on is under way: nothing comes over its buttons. */
  confirming: boolean;
  /** Origins that a link or a button may lead to. */
  origins: readonly string[];
}

export const nothing: NotificationsContext = {
  account: null,
  told: [],
  closed: [],
  heardThere: [],
  unclosed: [],
  saying: null,
  chosen: '',
  away: [],
  over: null,
  page: null,
  above: [],
  confirming: false,
  origins: [],
};

/** Told by the popups of payments. */
const isPayment = (id: string): boolean => id.startsWith('payment:');
const isAmong = (notifications: readonly Notification[], id: string): boolean =>
  notifications.some((one) => one.notification_id === id);

export const toldOf = ({ told }: NotificationsContext, id: string | null): Notification | undefined =>
  told.find((one) => one.notification_id === id);

export const mayClose = (context: NotificationsContext, id: string): boolean => toldOf(context, id)?.closable === true;

export const nextOver = ({ told, away }: NotificationsContext): Notification | undefined =>
  told.find(({ display, notification_id: id }) => display === 'modal' && !away.includes(id));

export const without = (
  { told, closed, heardThere, above }: NotificationsContext,
  id: string,
): Pick<NotificationsContext, 'told' | 'closed' | 'heardThere' | 'above'> => ({
  told: told.filter((one) => one.notification_id !== id),
  heardThere: heardThere.filter((one) => one.id !== id),
  above: above.filter((one) => one !== id),
  closed: [...closed.filter((one) => one !== id), id].slice(-most),
});

/** What the server tells now. It tells the newest alone: one that is not among them may be among them again, until its close was heard. */
export const toldAnew = (
  context: NotificationsContext,
  { notifications, now }: { notifications: Notification[]; now?: string | undefined },
): Pick<NotificationsContext, 'told' | 'closed' | 'heardThere' | 'above'> => {
  const { unclosed, heardThere, above } = context;
  // A list that was read since they were heard: one that is in it was written anew.
  const over = heardThere.filter((one) => Date.parse(one.now) < Date.parse(String(now)));
  const waiting = heardThere.filter((one) => !over.includes(one));
  const stays = (id: string) => [...unclosed, ...waiting].some((one) => one.id === id);
  const closed = context.closed.filter((id) => stays(id) || !over.some((one) => one.id === id));
  return {
    above: above.filter((id) => isAmong(notifications, id)),
    told: notifications.filter(({ notification_id: id }) => !isPayment(id) && !closed.includes(id)),
    closed: closed.filter((id) => stays(id) || isAmong(notifications, id)),
    heardThere: waiting,
  };
};

/** What is left where nobody is here any more. */
export const ofNobody = ({ unclosed, confirming, origins }: NotificationsContext): NotificationsContext => ({
  ...{ ...nothing, unclosed, confirming, origins },
});

/** What is left for another person, who is here now. */
export const ofAnother = (context: NotificationsContext, account: string): NotificationsContext => {
  const unclosed = context.unclosed.filter((one) => one.account === account);
  return { ...ofNobody(context), account, unclosed, closed: unclosed.map(({ id }) => id) };
};

/** Where the server never heard, a list that no longer has it is waited for. */
export const heardElsewhere = (
  { heardThere }: NotificationsContext,
  { notification: id, now }: { notification: string; now?: string | undefined },
): Pick<NotificationsContext, 'heardThere'> => ({
  heardThere: now === undefined ? heardThere : [...heardThere, { id, now }].slice(-most),
});

/** The server has heard, by an answer of this page. Whatever list it takes from now on is newer: one that is told again was written anew. */
export const heard = ({
  closed,
  unclosed,
  saying,
}: NotificationsContext): Pick<NotificationsContext, 'closed' | 'unclosed'> => ({
  closed: closed.filter((id) => id !== saying),
  unclosed: unclosed.filter(({ id }) => id !== saying),
});

/** By the server's time, where it was the server that answered. */
export const momentOf = (event: object): { now?: string } => {
  const { output } = event as { output?: { now: string } };
  return output ? { now: output.now } : {};
};

/** The oldest of this person's that the server has not heard. */
export const unheard = ({ account, unclosed }: NotificationsContext): string | undefined =>
  account === null ? undefined : unclosed.find((one) => one.account === account)?.id;

/** What is to be read on the page, the newest first. */
export const bannersOf = ({ told }: NotificationsContext): Notification[] =>
  told.filter(({ display }) => display === 'inner').toReversed();

/** What stands above the page, the newest first. */
export const aboveIn = (context: NotificationsContext): Notification[] =>
  bannersOf(context).filter(({ notification_id: id }) => context.above.includes(id));

/** What came to a page that stood already, the newest first. */
export const cameIn = (context: NotificationsContext): Notification[] =>
  context.confirming ? [] : bannersOf(context).filter(({ notification_id: id }) => !context.above.includes(id));
