import type { ReactNode, Ref } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash-2';
import Clock from 'lucide-react/icons/clock';
import type { Operation } from '../../../contract/operation.ts';
import { useWords } from '../../i18n/words.ts';
import { Stack, Title } from '../../ui/layout.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Course } from './course.tsx';
import { Pair } from './pair.tsx';
import { Terms } from './terms.tsx';
import css from './operation.module.css';

const ends = {
  completed: { icon: CircleCheck, title: 'operation.succeeded.title', tone: 'success', fate: 'arrived' },
  failed: { icon: CircleAlert, title: 'operation.failed.title', tone: 'danger', fate: 'returned' },
  cancelled: { icon: CircleSlash, title: 'operation.cancelled.title', tone: 'muted', fate: 'returned' },
  expired: {
    icon: Clock,
    title: 'operation.expired.title',
    tone: 'muted',
    fate: 'stayed',
  },
} as const;

const endOf = ({ status }: Operation) => (status in ends ? ends[status as keyof typeof ends] : ends.completed);

/** How an operation ended: first what became of the money, then the same lines that were confirmed. It prints. */
export function Receipt({
  operation,
  heading,
  actions,
}: {
  operation: Operation;
  heading?: Ref<HTMLHeadingElement>;
  actions?: ReactNode;
}) {
  const { t } = useWords();
  const end = endOf(operation);
  const Icon = end.icon;
  const why = operation.reason && t(`operation.reason.${operation.reason}`);
  return (
    <Stack gap={4}>
      <Surface as="article" className={css['sheet']}>
        <div className={css['verdict']} data-tone={end.tone}>
          <Icon size={32} strokeWidth={1.75} aria-hidden="true" />
          <div>
            <Title {...(heading && { ref: heading })}>{t(end.title)}</Title>
            {why && <p className={css['why']}>{why}</p>}
          </div>
        </div>
        <Pair operation={operation} fate={end.fate} />
        <Terms operation={operation} />
        <Course operation={operation} />
      </Surface>
      {actions && <div className={css['actions']}>{actions}</div>}
    </Stack>
  );
}
