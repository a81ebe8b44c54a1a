import type { ReactNode } from 'react';
import { join } from './join.ts';
import css from './facts.module.css';

export interface Fact {
  key: string;
  name: ReactNode;
  value: ReactNode;
  /** A sum: stronger, under a line of its own. */
  total?: boolean | undefined;
}

/** Names on the left, values on the right: the body of a receipt. */
export const Facts = ({ facts, label }: { facts: readonly Fact[]; label?: string }) => (
  <dl className={css['facts']} aria-label={label}>
    {facts.map((fact) => (
      <div key={fact.key} className={join(css['fact'], fact.total && css['total'])}>
        <dt className={css['name']}>{fact.name}</dt>
        <dd className={css['value']}>{fact.value}</dd>
      </div>
    ))}
  </dl>
);
