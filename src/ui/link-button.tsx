import type { MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonFace } from './button.tsx';
import { saying, type Says } from './says.ts';
import { plainClick } from './plain-click.ts';

export interface LinkButtonProps extends ButtonFace, Says {
  href: string;
  children: ReactNode;
  /** Told on a plain click, which then stays on the page; a click with a modifier is the browser's. */
  onFollow?: () => void;
  /** Leads out of the product: opens beside it. */
  outside?: boolean;
}

/** A place to go that looks like a button. */
export function LinkButton({
  href,
  children,
  onFollow,
  outside,
  icon,
  says,
  saysValue,
  saysFor,
  ...face
}: LinkButtonProps) {
  const follow = (event: MouseEvent) => {
    if (!onFollow || !plainClick(event)) return;
    event.preventDefault();
    onFollow();
  };
  return (
    <a
      href={href}
      className={buttonClass(face)}
      onClick={follow}
      {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      {...saying({ says, saysValue, saysFor })}
    >
      {icon}
      <span>{children}</span>
    </a>
  );
}
