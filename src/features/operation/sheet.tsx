import { Fragment, type ReactNode } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import type { Trouble } from '../../../machines/form/trouble.ts';
import type { Say } from '../../i18n/words.ts';
import { Stack } from '../../ui/layout.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Course } from './course.tsx';
import { Details, factsOf } from './details.tsx';
import type { Extras } from './extras.ts';
import { Pair } from './pair.tsx';
import { Terms } from './terms.tsx';
import css from './operation.module.css';

/** What a step says on the sheet of its operation. */
export interface Said {
  /** Title and what stands beside it. */
  head: ReactNode;
  notices: ReactNode;
  /** In the place of amounts and terms. */
  instead?: ReactNode;
  /** Between the amounts and the details. */
  paying?: ReactNode;
  /** How the present step of its course is told; absent where no course stands there. */
  course?: { present?: string | undefined; detail?: ReactNode } | undefined;
  last?: ReactNode;
  below: ReactNode;
}

/** How it says it. */
export interface Voice {
  t: Say;
  locale: string;
  told: (trouble: Trouble) => string;
}

interface SheetProps extends Said {
  operation: Operation;
  /** What belongs to one of them is put there anew for another: a heading that changed under the focus would not be read. */
  name: 'review' | 'progress';
  extras: Extras;
  /** What time it is, by the server's clock. */
  now: number;
}

/** Before and after the confirm it is the same sheet: amounts and terms stay where they stand, and nothing of them is built anew. */
export function Sheet({
  operation,
  name,
  extras: { Lines },
  now,
  head,
  notices,
  instead,
  paying,
  course,
  last,
  below,
}: SheetProps) {
  return (
    <Stack gap={4}>
      <Surface as="section" className={css['sheet']}>
        <Fragment key={`${name} head`}>
          <div className={css['top']}>{head}</div>
          {notices}
        </Fragment>
        {instead ?? (
          <Fragment key="terms">
            <Pair operation={operation} />
            {paying}
            <Details facts={factsOf(operation)} />
            {operation.lines && Lines && <Lines lines={operation.lines} />}
            <Terms operation={operation} />
            {course && <Course operation={operation} now={now} {...course} />}
          </Fragment>
        )}
        {last}
      </Surface>
      <Fragment key={`${name} below`}>{below}</Fragment>
    </Stack>
  );
}
