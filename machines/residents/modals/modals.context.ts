import type { About, Leaving, ModalName } from '../../root/events.ts';

export interface Wanted {
  modal: ModalName;
  about?: About;
}

export interface ModalsContext {
  /** The one that stands open, and what it asks about. */
  open: ModalName | null;
  about: About | undefined;
  /** Those that wait, the first first. */
  queue: Wanted[];
  /** The flow below is in a step that nothing may cover. */
  confirming: boolean;
  /** Somebody types into a field below: what opened now would take their next letters. */
  writing: boolean;
  /** The first that waits has waited for a step, or for a pause in writing, as long as any may. */
  waited: { step: boolean; writing: boolean };
}

/** Questions about the exchange below: they go when it goes, and give way to a sign-in. */
export const asksAboutFlow = (modal: ModalName): boolean => modal === 'exchange-leave' || modal === 'exchange-quote';

/** Nobody called them: what the person called comes before them. */
export const comesByItself = (modal: ModalName | undefined): boolean => modal === 'login' || modal === 'exchange-quote';

/** Each before the next, and before all of them what the person called. */
export const turnOf = (modal: ModalName): number => ['login', 'exchange-quote', 'notice'].indexOf(modal);

export const none = { step: false, writing: false };

/** The first that waits may not come over the step below. */
export const isOverStep = ({ confirming, waited, queue: [first] }: ModalsContext): boolean =>
  confirming && !waited.step && comesByItself(first?.modal);

/** The first that waits would take the letters of somebody. Another quote comes at once: it tells of the amount that stands there. */
export const isOverLetters = (context: ModalsContext): boolean => {
  const modal = context.queue[0]?.modal;
  const isNews = modal === 'login' || (modal === 'notice' && !context.confirming);
  return isNews && context.writing && !context.waited.writing && !isOverStep(context);
};

/** What stands open and what waits, but for those. */
export const without = (
  { open, queue }: ModalsContext,
  gone: (modal: ModalName) => boolean,
): Partial<ModalsContext> => ({
  open: open && gone(open) ? null : open,
  queue: queue.filter(({ modal }) => !gone(modal)),
});

export const leaving = ({ event: { to, back, holding } }: { event: Leaving }): Wanted => ({
  modal: 'exchange-leave',
  about: { leaving: { to, back, holding } },
});
