import type { SyntheticEvent } from 'react';

/** Handlers of a message that has a time: it stands still while the pointer or the focus is anywhere on it. */
export const resting = (onRest: (rests: boolean) => void) => {
  const leave = ({ currentTarget }: SyntheticEvent) => {
    if (!currentTarget.matches(':hover, :focus-within')) onRest(false);
  };
  const hold = () => onRest(true);
  return { onPointerEnter: hold, onPointerLeave: leave, onFocus: hold, onBlur: leave };
};
