import type { ReactNode } from 'react';
import type { Heir } from '../../ui/handed-focus.ts';
import { PassingButton } from '../../ui/passing-button.tsx';

interface RenewProps {
  actor: { send: (event: { type: 'user.retried' }) => void };
  heir?: Heir;
  children: ReactNode;
}

const lineOf: Heir = ({ parentElement }) => parentElement;

/** Asks anew for what is old. It goes with its press, and the line that says how old it is keeps the focus. */
export const Renew = ({ actor, heir = lineOf, children }: RenewProps) => (
  <PassingButton
    variant="plain"
    size="small"
    says="user.retried"
    heir={heir}
    onClick={() => actor.send({ type: 'user.retried' })}
  >
    {children}
  </PassingButton>
);
