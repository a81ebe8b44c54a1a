import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { join } from './join.ts';
import { saying, type Says } from './says.ts';
import css from './icon-button.module.css';

interface IconButtonProps extends Says, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style'> {
  /** What it does, in words: it has no others. */
  label: string;
  children: ReactNode;
  /** With a line around it, where it stands alone. */
  edged?: boolean;
}

/** A button that is only a picture: its words are its name and its hint. */
export const IconButton = ({
  label,
  children,
  edged = false,
  says,
  saysValue,
  saysFor,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    {...rest}
    {...saying({ says, saysValue, saysFor })}
    type={type}
    className={join(css['button'], edged && css['edged'], className)}
    aria-label={label}
    title={label}
  >
    {children}
  </button>
);
