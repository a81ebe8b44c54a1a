import { Observable } from 'rxjs';
import { hintSteps, type HintStep } from '../../machines/form/hints.ts';
import type { PortEvent } from '../../machines/root/events.ts';

type Anchors = Extract<PortEvent, { type: 'port.anchors' }>;

/** What each step is about, as it stands on a screen. */
export const anchors: Record<HintStep, string> = {
  step_1: '[aria-controls="menu"]',
  step_2: '#wallets, [aria-controls="wallets-drawer"]',
  step_3: 'header [data-says="user.balances toggled"]',
  step_4: 'header [data-says="user.copied"]',
  step_5: 'main [data-says="user.give chosen"]',
  step_6: 'main a[href="/exchange/all"]',
  step_7: 'main [data-says="user.amount typed"]',
  step_8: 'main a[href^="/deposit/form/"][data-says="user.method chosen"]',
  step_9: 'main a[href^="/withdraw/form/"][data-says="user.method chosen"]',
  step_10: 'main input[name="to"][data-says="user.recipient typed"]',
  step_11: 'main a[href^="/cards/order/"][data-says="user.offer chosen"]',
  // Among what looks for operations: the settings have another file.
  step_12:
    'main [role="search"] [data-says="user.export wanted"], main [role="search"] details:has([data-says="user.export wanted"]) > summary',
  step_13: 'main a[href="/settings/verification"]',
  step_14: 'main [data-says="user.messages toggled"]',
};

/** The first that a person can see. */
const elementOf = (step: HintStep): Element | undefined =>
  [...document.querySelectorAll(anchors[step])].find((element) => element.checkVisibility());

/** Which steps have their element on the screen: at once, and whenever that changes, or which element it is. */
export const hintAnchors = (): Observable<Anchors> =>
  new Observable((listener) => {
    let last: (Element | undefined)[] | undefined;
    let waits = 0;
    const look = () => {
      waits = 0;
      const elements = hintSteps.map(elementOf);
      if (last?.every((element, at) => element === elements[at])) return;
      last = elements;
      listener.next({ type: 'port.anchors', steps: hintSteps.filter((_, at) => elements[at] !== undefined) });
    };
    // Once a frame, however much of the page is drawn anew.
    const lookSoon = () => {
      waits ||= requestAnimationFrame(look);
    };
    lookSoon();
    const watch = new MutationObserver(lookSoon);
    watch.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('resize', lookSoon);
    return () => {
      watch.disconnect();
      window.removeEventListener('resize', lookSoon);
      cancelAnimationFrame(waits);
    };
  });

const mark = 'data-hinted';

let pointedAt: HintStep | undefined;

/**
 * The element that is explained now; the styles of the hint draw a ring around it and stand beside it. It comes into sight
 * once: whoever scrolls on is not called back.
 */
export const pointAtHint = ({ step }: { step: HintStep | null }): void => {
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  const element = step && elementOf(step);
  if (!element) return;
  element.setAttribute(mark, '');
  if (step !== pointedAt) keepInSight(element);
  pointedAt = step;
};

/** Of one that is taller than the screen its beginning is enough. */
const enough = 100;

function bringIntoSight(element: Element): void {
  const { top, height } = element.getBoundingClientRect();
  // The hint takes room when it comes, which makes the page longer.
  const taken = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd) || 0;
  if (top < 0 || top + Math.min(height, enough) > innerHeight - taken) element.scrollIntoView({ block: 'nearest' });
}

let watched: ResizeObserver | undefined;

/** What comes to the page later may push it away again: until the person does something it is brought back. */
function keepInSight(element: Element): void {
  watched?.disconnect();
  const watch = new ResizeObserver(() => bringIntoSight(element));
  watched = watch;
  watch.observe(document.body, { box: 'border-box' });
  for (const done of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
    window.addEventListener(done, () => watch.disconnect(), { once: true, passive: true });
}
