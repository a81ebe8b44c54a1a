/** Known to some browsers only. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** The person pays for every byte, or waits for it: nothing is fetched ahead. */
export const isThrifty = (): boolean => {
  const connection = (navigator as { connection?: Connection }).connection;
  return connection?.saveData === true || /(^|-)2g$/.test(connection?.effectiveType ?? '');
};

/** For so long, in ms, a page has something better to do when it was pressed: what was asked for is sent, answered and drawn. */
const atHand = 500;
/** Who types without a pause does not put everything off. */
const longest = 2_000;

let lastPress = -Infinity;
let hears = false;
const hearPresses = (): void => {
  if (hears || typeof document === 'undefined') return;
  hears = true;
  const note = () => (lastPress = performance.now());
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, note, { capture: true, passive: true });
};

/** Absent while nobody presses. One for all, so that who came first goes first. */
let calm: Promise<void> | undefined;
const untilCalm = (): Promise<void> | undefined => {
  const began = performance.now();
  if (calm || began - lastPress >= atHand) return calm;
  calm = new Promise((settle) => {
    const look = (): void => {
      const left = Math.min(lastPress + atHand, began + longest) - performance.now();
      if (left > 0) return void setTimeout(look, left);
      calm = undefined;
      settle();
    };
    look();
  });
  return calm;
};

/**
 * When the page has nothing better to do, at the latest after `timeout` ms, and `longest` more where somebody presses: also
 * where they do it just before the page is idle, for then what they asked for is on its way.
 */
export const whenIdle = (run: () => void, timeout: number): void => {
  hearPresses();
  const began = performance.now();
  let waits = began;
  const wait = () => {
    waits = performance.now();
    if (typeof requestIdleCallback === 'function') requestIdleCallback(goOn, { timeout });
    // A browser that does not tell when it is idle has drawn by then what was asked for before.
    else setTimeout(goOn, 50);
  };
  const goOn = () => {
    const isPressed = lastPress > waits && performance.now() - began < longest;
    const pressed = isPressed ? untilCalm() : undefined;
    if (pressed) void pressed.then(wait);
    else run();
  };
  const pressed = untilCalm();
  if (pressed) void pressed.then(wait);
  else wait();
};

/** Resolves when the page has nothing better to do, at the latest after `timeout` ms. */
export const ease = (timeout: number): Promise<void> => new Promise((run) => whenIdle(run, timeout));

/** Resolves when the browser has a line, at once while it has one. */
export const onLine = async (): Promise<void> => {
  if (!navigator.onLine) await new Promise((there) => addEventListener('online', there, { once: true }));
};
