import type { ComponentType, ReactNode, Ref } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash-2';
import Clock from 'lucide-react/icons/clock';
import type { Operation } from '../../../contract/operation.ts';
import { fateOf, isUnconfirmed, wordsOf } from '../../../machines/operation/operation.words.ts';
import { useWords } from '../../i18n/words.ts';
import { Stack, Title } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Course } from './course.tsx';
import { Details, factsOf } from './details.tsx';
import type { LinesProps } from './lines.tsx';
import { Pair } from './pair.tsx';
import { Terms } from './terms.tsx';
import css from './operation.module.css';

const ends = {
  completed: { icon: CircleCheck, tone: 'success' },
  failed: { icon: CircleAlert, tone: 'danger' },
  cancelled: { icon: CircleSlash, tone: 'muted' },
  expired: { icon: Clock, tone: 'muted' },
} as const;

const endOf = ({ status, reason }: Operation) =>
  reason === 'some_failed'
    ? ({ icon: CircleAlert, tone: 'warning' } as const)
    : status in ends
      ? ends[status as keyof typeof ends]
      : ends.completed;

/** How an operation ended: first what became of the money, then the same lines that were confirmed. It prints. */
export function Receipt({
  operation,
  heading,
  lines: Lines,
  actions,
}: {
  operation: Operation;
  heading?: Ref<HTMLHeadingElement>;
  /** How each wallet is told, where there may be several. */
  lines?: ComponentType<LinesProps> | undefined;
  actions?: ReactNode;
}) {
  const { t } = useWords();
  const end = endOf(operation);
  const Icon = end.icon;
  const why = operation.reason && t(wordsOf.reason(operation));
  const asksFirst = isUnconfirmed(operation);
  const support = (
    <LinkButton
      {...(asksFirst && { variant: 'primary' as const })}
      size="large"
      href={`/support?about=${operation.id}`}
    >
      {t('operation.ask')}
    </LinkButton>
  );
  return (
    <Stack gap={4}>
      <Surface as="article" className={css['sheet']}>
        <div className={css['verdict']} data-tone={end.tone}>
          <Icon size={32} strokeWidth={1.75} aria-hidden="true" />
          <div>
            <Title {...(heading && { ref: heading })}>{t(wordsOf.ended(operation))}</Title>
            {why && <p className={css['why']}>{why}</p>}
          </div>
        </div>
        <Pair operation={operation} fate={fateOf(operation)} />
        <Details facts={factsOf(operation)} />
        {operation.lines && Lines && <Lines lines={operation.lines} />}
        <Terms operation={operation} />
        <Course operation={operation} />
      </Surface>
      <div className={css['actions']}>
        {asksFirst && support}
        {actions}
        {!asksFirst && support}
      </div>
    </Stack>
  );
}
