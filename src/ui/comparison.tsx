import type { ReactNode } from 'react';
import css from './comparison.module.css';
import { join } from './join.ts';

export interface Compared {
  key: string;
  name: string;
  old: ReactNode;
  fresh: ReactNode;
  /** The two say something else: marked by weight and a line through, not by colour alone. */
  differs: boolean;
  /** What the person looks at first. */
  main?: boolean;
}

/** What was beside what is now, line by line. */
export const Comparison = ({ old, fresh, lines }: { old: string; fresh: string; lines: readonly Compared[] }) => (
  <div className={css['room']}>
    <table className={css['table']}>
      <thead>
        <tr>
          <td />
          <th scope="col">{old}</th>
          <th scope="col">{fresh}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key} className={join(line.differs && css['differs'], line.main && css['main'])}>
            <th scope="row">{line.name}</th>
            <td className={css['old']}>{line.old}</td>
            <td className={css['new']}>{line.fresh}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
