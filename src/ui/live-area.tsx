import type { ReactNode } from 'react';

interface LiveAreaProps {
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Where news come that nobody asked for: toasts, payments, banners, a newer version. One policy for all of them: each is read
 * once, when it comes, after what is being read; none interrupts, and one that goes is not read. It stays while it is empty,
 * so that a reader knows it. What a person must not go on without is an alert of its screen, and never one of these.
 */
export const LiveArea = ({ className, children }: LiveAreaProps) => (
  <div className={className} role="status" aria-live="polite" aria-atomic="false" aria-relevant="additions">
    {children}
  </div>
);
