import { useEffect, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { residentOf, type HouseActor } from '../../machines/root/house.ts';
import { Footer } from '../features/frame/later.ts';
import type { LocaleCode } from '../../contract/entities.ts';
import { added } from '../../contract/limits.ts';
import { doKept, keepRestored, languageTold, whereNow } from '../early/kept.ts';
import { patiently } from '../house/patiently.ts';
import { chosenMeanwhile } from '../platform/language.ts';
import { standIn } from './stand-in.ts';
import { standsThere, type Stands } from './stands-there.ts';

interface TakeOver extends Stands {
  container: HTMLElement;
  screen: ReactNode;
  /** Lets the house talk to the server. */
  open: () => void;
}

const footerPatience = 3_000;

/** What a device remembers of its person the server does not know: a screen that shows it is drawn anew. */
const isAsRendered = (root: HouseActor): boolean => {
  const { theme = 'system', kept, email } = root.getSnapshot().context.memory;
  const isFilled = email !== undefined && document.querySelector('[name="email"]') !== null;
  return theme === 'system' && kept === undefined && !isFilled && navigator.onLine;
};

/** It is a piece of its own; one that does not come holds nobody up. */
const footerCame = (): Promise<boolean> =>
  Promise.race([
    Footer.fetchAhead().then(() => true),
    new Promise<boolean>((resolve) => setTimeout(resolve, footerPatience, false)),
  ]);

const failed = () => document.getElementById('failed');

/**
 * The link of one style sheet, which has been asked for already or is now. Rejects where it does not come, or the line has
 * swallowed it, and takes it away; also where whoever asked first has done so meanwhile, of which no link tells.
 */
const sheetCame = (href: string): Promise<HTMLLinkElement> =>
  new Promise((came, fail) => {
    const asked = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${CSS.escape(href)}"]`);
    const link = asked ?? Object.assign(document.createElement('link'), { rel: 'stylesheet', media: 'not all', href });
    if (link.sheet) return came(link);
    // By what is told, and not by what the link has: a browser gives an empty sheet to one that failed.
    const giveUp = () => {
      clearTimeout(stalls);
      link.remove();
      failed()?.removeAttribute('hidden');
      fail(new Error(`the style sheet ${href} did not come`));
    };
    const stalls = setTimeout(giveUp, added.pieceStalls);
    const comes = () => {
      clearTimeout(stalls);
      came(link);
    };
    link.addEventListener('load', comes, { once: true });
    link.addEventListener('error', giveUp, { once: true });
    if (!asked) document.head.append(link);
  });

/**
 * The page carries only what its first screen wears; the rest waits beside it. What does not come is told of, and asked for
 * again until it does.
 */
const stylesCame = async (): Promise<void> => {
  const { styles = '' } = document.getElementById('first-page')?.dataset ?? {};
  const hrefs = styles.split(' ').filter(Boolean);
  const links = await Promise.all(hrefs.map((href) => patiently(() => sheetCame(href))));
  for (const link of links) link.media = 'all';
  document.querySelector('head > style')?.remove();
  failed()?.setAttribute('hidden', '');
};

/** Says when what it holds stands and hears. */
function Watched({ onStanding, children }: { onStanding: () => void; children: ReactNode }) {
  useEffect(onStanding, [onStanding]);
  return children;
}

/**
 * Takes over a screen that the server rendered, as it stands, with what was typed in it, piece by piece: who types meanwhile
 * does not wait for all of it. The answers that it was rendered
 * from may be old: as soon as it is taken over, the house looks who is here.
 */
export const takeOver = async (all: TakeOver): Promise<void> => {
  const { root, container, screen, open } = all;
  const [stands, isWhole] = await Promise.all([standsThere(all), footerCame(), stylesCame()]);
  const isThere = stands && isWhole && isAsRendered(root);
  keepRestored();
  if (isThere)
    await new Promise<void>((stands) => hydrateRoot(container, <Watched onStanding={stands}>{screen}</Watched>));
  const where = whereNow();
  // Drawn anew in one turn, in which nobody types.
  if (!isThere) flushSync(() => createRoot(container).render(screen));
  document.getElementById('first-page')?.remove();
  const locale = (languageTold() ?? chosenMeanwhile()) as LocaleCode | undefined;
  // One that is none of ours is passed over there.
  if (locale) residentOf(root, 'locale').send({ type: 'tabs.language', locale });
  doKept(where);
  open();
  standIn(root);
  residentOf(root, 'session').send({ type: 'house.look wanted' });
};
