import { Observable } from 'rxjs';
import type { AnyStateMachine } from 'xstate';
import type { Entry } from '../../contract/journal/entry.ts';
import { limits } from '../../contract/limits.ts';
import type { HintStep } from '../../machines/form/hints.ts';
import type { Alert } from '../../machines/residents/alerts/alerts.machine.ts';
import { annexMachine } from '../../machines/root/annex.machine.ts';
import type { AnnexInput } from '../../machines/root/events.ts';
import { residentOf, type HouseActor } from '../../machines/root/house.ts';
import { provideAll, type World } from '../../machines/root/provide.ts';
import { patiently } from '../house/patiently.ts';
import { askForPermission, lookAtPermission, mayShowAlerts } from '../platform/alerts.ts';
import { drawChance } from '../platform/chance.ts';
import { copyText } from '../platform/clipboard.ts';
import { ease } from '../platform/connection.ts';
import { pageNow } from '../platform/clock.ts';
import { dropClosed, keepClosed, readClosed } from '../platform/closed-notifications.ts';
import { keepHints, readHints } from '../platform/hints.ts';
import { loadedQuery } from '../platform/loaded-address.ts';
import { shownLanguage } from '../platform/language.ts';
import { readMemory } from '../platform/memory.ts';
import { hearMissed } from '../platform/missed.ts';
import { configOfPage } from '../platform/page-config.ts';
import { registerWorker } from '../platform/service-worker.ts';
import { store } from '../platform/store.ts';
import { markTitle } from '../platform/title-badge.ts';
import { readVersionMemory } from '../platform/version-memory.ts';
import { pageWriting } from '../platform/writing.ts';
import type { Leaving } from '../../machines/journal/keeper.ts';
import type { JournalTurn } from '../../machines/residents/journal/journal.machine.ts';
import { createLateJournal, isJournalKept, wantJournal } from './late-journal.ts';
import { reloadSafety } from './reload-safety.ts';
import { noteIfServed } from './reloads.ts';

/** What shows them, and what cleans their HTML, comes with the first of them. */
const alertPieces = () => patiently(() => import('./alerts.ts'));
const showAlerts = async (told: { alerts: Alert[] }, hidden: boolean): Promise<void> =>
  (await alertPieces()).showAlerts(told, hidden);
const takeAlertsBack = async (): Promise<void> => {
  if (mayShowAlerts()) await (await alertPieces()).takeAlertsBack();
};

/** A stream whose source comes when somebody listens. */
const streamOf = <Told>(fetchSource: () => Promise<Observable<Told>>): Observable<Told> =>
  new Observable((listener) => {
    const tell = async (): Promise<void> => {
      const source = await patiently(fetchSource);
      if (!listener.closed) listener.add(source.subscribe(listener));
    };
    void tell();
  });

/** Who never asked for hints never fetches where they point. */
const hintPieces = () => import('../platform/hint-anchors.ts');
const anchorsOfHints = () => streamOf(async () => (await hintPieces()).hintAnchors());
const pointAtHint = async (at: { step: HintStep | null }): Promise<void> =>
  (await patiently(hintPieces)).pointAtHint(at);

/** Its time begins with it: a face is drawn when what shows it is there. */
const drawFace: typeof drawChance = async (faces) => {
  await patiently(() => import('../features/payments/payments.view.tsx'));
  return await drawChance(faces);
};

interface Annex {
  logic: AnyStateMachine;
  /** Goes on with what was recorded before. */
  append: (entry: Entry) => void;
}

/** The inspector, for who asked for it in the address. Nobody else fetches any of it. */
const inspectIfAsked = (house: () => HouseActor): void => {
  if (!loadedQuery().has('journal')) return;
  const open = async (): Promise<void> => {
    const [{ openInspector }] = await Promise.all([patiently(() => import('./inspector/open.tsx')), wantJournal()]);
    openInspector(house());
  };
  void open();
};

export { reportOfPage } from './late-journal.ts';

let idle: Promise<void> | undefined;
/**
 * What the browser answers in the turn that asks, and takes its time for: the page is to have had nothing better to do. Whoever
 * asks again has pressed, and looks at it.
 */
const atEase =
  <Result>(ask: () => Promise<Result>) =>
  async (): Promise<Result> => {
    await (idle ??= ease(limits.idlePrefetch));
    return await ask();
  };

/** ms. The worker fetches and stores the page once more: whoever came to do something has done it by then, or is in the midst of it. */
const workerAfter = 3_000;
const registerLater = async (): Promise<void> => {
  await new Promise((later) => setTimeout(later, workerAfter));
  await ease(limits.idlePrefetch);
  await registerWorker();
};

/** The annex with its places filled: those of the house, and those that only it has. */
export const provideAnnex = (world: World, house: () => HouseActor, early: Entry[], begun: Promise<void>): Annex => {
  const journal = createLateJournal(early, house, begun);
  inspectIfAsked(house);
  hearMissed(() => residentOf(house(), 'session').getSnapshot().context.account);
  const logic = provideAll(annexMachine, {
    ...world,
    asks: {
      ...world.asks,
      'alerts.look': atEase(lookAtPermission),
      'alerts.ask': askForPermission,
      'clipboard.copy': copyText,
      'popup.chance': drawFace,
      'reload.note': (note: { pair: string | null }) => noteIfServed(house(), note),
      'worker.register': atEase(registerLater),
    },
    sources: {
      ...world.sources,
      'reload.safety': () => reloadSafety(house(), pageWriting()),
      'hint.anchors': anchorsOfHints,
      // What was written and not sent is told to whoever begins to do something.
      'outbox.unsent': (whose: { account: string; open: string }) =>
        streamOf(async () => {
          await begun;
          // Whoever begins by a press is answered first.
          await ease(limits.idlePrefetch);
          return (await import('./unsent.ts')).unsentHere(whose);
        }),
    },
    effects: {
      ...world.effects,
      'alerts.show': (told: { alerts: Alert[] }) =>
        void showAlerts(told, residentOf(house(), 'wallets').getSnapshot().context.hidden),
      'alerts.take back': () => void takeAlertsBack(),
      'hints.keep': keepHints,
      'hint.point': (at: { step: HintStep | null }) => void pointAtHint(at),
      'page.badge': markTitle,
      'closed.keep': keepClosed,
      'closed.drop': dropClosed,
      'journal.own': ({ account }: { account: string }) => journal.own(account),
      'journal.leave': ({ why }: { why: Leaving }) => journal.leave(why),
      'journal.turn': ({ isOn, isElsewhere }: JournalTurn) => journal.turn(isOn, isElsewhere),
    },
  });
  return { logic, append: journal.append };
};

/** What the page knows of versions by now. */
export const annexInput = (): AnnexInput => ({
  at: pageNow(),
  version: readVersionMemory(configOfPage().fv),
  journal: { kept: isJournalKept() },
  messages: { kept: readMemory().messages ?? false },
  closed: readClosed(),
  alerts: store.read('memory/alerts') === true,
  locale: shownLanguage(),
  offer: store.read('memory/offer') ?? undefined,
  hints: readHints(),
});
