/** Hears these events until the function that it gives back is called. */
export const listen = (target: EventTarget, types: readonly string[], hear: (event: Event) => void): (() => void) => {
  for (const type of types) target.addEventListener(type, hear);
  return () => {
    for (const type of types) target.removeEventListener(type, hear);
  };
};
