/** What cannot be taken back. */
const final = '[data-says="user.confirmed"], [data-says="user.cancel agreed"]';

/** ms and px between the two presses of one that was meant as a double one. */
const soon = 500;
const near = 20;

const isDouble = (one: PointerEvent, other: PointerEvent): boolean =>
  other.timeStamp - one.timeStamp < soon && Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY) < near;

const controlAt = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest('button, a[href]') : null;

/**
 * The second press of a double one does not say yes to what has come under it meanwhile: it was meant for another control, and
 * nobody has read what stands there now. However often it goes on like that, it does nothing. A key that is held says what it says
 * once: a form is not sent again and again by it. `sign` is what somebody did before: it may have been the first press.
 */
export const ignoreStrayPresses = (sign?: unknown): void => {
  let last: PointerEvent | undefined;
  /** What the first press of several in one go was meant for. */
  let meant: Element | null = null;
  let isStray = false;
  const press = (event: PointerEvent) => {
    const pressed = controlAt(event);
    isStray = last !== undefined && meant !== null && meant !== pressed && isDouble(last, event);
    if (!isStray) meant = pressed;
    last = event;
  };
  const click = (event: Event) => {
    if (isStray && controlAt(event)?.matches(final)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    // The next one may come without a pointer.
    isStray = false;
  };
  const key = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && event.repeat && !isText) event.preventDefault();
  };
  if (sign instanceof PointerEvent && sign.type === 'pointerdown') press(sign);
  document.addEventListener('pointerdown', press, { capture: true, passive: true });
  document.addEventListener('click', click, { capture: true });
  document.addEventListener('keydown', key, { capture: true });
};
