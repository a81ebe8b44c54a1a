import { Button, type ButtonProps } from './button.tsx';
import { useLeftFocus, type Heir } from './handed-focus.ts';

/** A button that goes with its press, where nothing else is put in its place: its focus passes to `heir`. */
export function PassingButton({ heir, ...props }: ButtonProps & { heir: Heir }) {
  return <Button {...props} ref={useLeftFocus(heir)} />;
}
