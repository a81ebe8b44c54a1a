import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { join } from './join.ts';
import { saying, type Says } from './says.ts';
import css from './button.module.css';

export type ButtonLook = 'primary' | 'quiet' | 'plain' | 'danger';

export interface ButtonFace {
  /** `primary`: the one thing to do. `quiet`: everything else. `plain`: no box. `danger`: cannot be taken back. */
  variant?: ButtonLook | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** As wide as the place that holds it. */
  wide?: boolean | undefined;
  /** An icon before the words, hidden from a screen reader. */
  icon?: ReactNode;
}

export const buttonClass = ({ variant = 'quiet', size = 'medium', wide }: ButtonFace, extra?: string) =>
  join(css['button'], css[variant], css[size], wide && css['wide'], extra);

export interface ButtonProps extends ButtonFace, Says, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style'> {
  /** The machine is at work on what this button said: the words and the focus stay, a ring turns, a press does nothing. */
  pending?: boolean;
  /** The main button of a form: it can always be pressed, and then tells what is amiss. */
  main?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Of several quick presses at one place: which button heard the first, and when and where the last one was. */
let first: EventTarget | null = null;
let last = { at: -Infinity, x: 0, y: 0 };

/** ms and px between two presses of one go. */
const soon = 500;
const near = 20;

/**
 * The second tap of two was meant for what stood there at the first one: nobody has read yet what stands there now. Browsers
 * count the presses of a mouse, and not all of them those of a finger; what a key presses is none of them.
 */
const isStray = ({
  detail,
  currentTarget,
  timeStamp: at,
  clientX: x,
  clientY: y,
  nativeEvent,
}: MouseEvent): boolean => {
  const isQuick = at - last.at < soon && Math.hypot(x - last.x, y - last.y) < near;
  last = { at, x, y };
  const isCounted = (nativeEvent as Partial<PointerEvent>).pointerType === 'mouse';
  if (detail > 1 || (detail === 1 && isQuick && !isCounted)) return currentTarget !== first;
  first = currentTarget;
  return false;
};

export function Button({
  variant,
  size,
  wide,
  icon,
  pending = false,
  main = false,
  says,
  saysValue,
  saysFor,
  disabled,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      aria-disabled={pending || undefined}
      {...rest}
      {...saying({ says, saysValue, saysFor })}
      data-main={main || undefined}
      type={type}
      className={buttonClass({ variant, size, wide }, className)}
      disabled={disabled && !pending}
      aria-busy={pending || undefined}
      onClick={pending ? undefined : (event) => (isStray(event) ? event.preventDefault() : onClick?.(event))}
    >
      {pending ? <span className={css['ring']} aria-hidden="true" /> : icon}
      <span className={css['words']}>{children}</span>
    </button>
  );
}
