import { useSelector } from '@xstate/react';
import { useRef, type ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Operation } from '../../../contract/operation.ts';
import type { listMachine } from '../../../machines/list/list.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { arrive } from '../../ui/top.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Newer } from './newer.tsx';
import { OperationRow, OperationRowSkeleton } from './operation-row.tsx';
import css from './list.module.css';

export type ListActor = ActorRefFrom<typeof listMachine>;
type Snapshot = SnapshotFrom<typeof listMachine>;

/** Of a row on a desk, in pixels, with its line. */
const rowHeight = 73;
const whole = (snapshot: Snapshot) => snapshot;

interface ListViewProps {
  actor: ListActor;
  /** Where whoever has nothing here may begin. */
  begin?: string | undefined;
  /** What shows whoever finds nothing by a filter all the rest. */
  clear?: ReactNode;
}

/** A page of operations and those after it, newest first. */
export default function ListView({ actor, begin, clear }: ListViewProps) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const rows = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const { items, now, query, trouble, next, newer } = snapshot.context;
  // The call's schema has read them: every list of this product is one of operations.
  const operations = items as Operation[];
  const isBusy = snapshot.hasTag('busy');
  const isFiltered = Object.keys(query).length > 0;
  const tell = useTold();
  const told = trouble ? tell(trouble) : undefined;
  const more = () => actor.send({ type: 'user.more asked' });

  if (operations.length === 0 && isBusy)
    return (
      <Surface flush>
        <div className={css['waiting']}>
          <Waiting>{t('list.loading')}</Waiting>
        </div>
        {[0, 1, 2, 3, 4].map((row) => (
          <OperationRowSkeleton key={row} />
        ))}
      </Surface>
    );

  if (operations.length === 0 && snapshot.hasTag('attention'))
    return (
      <Surface>
        <ErrorState
          title={t('list.failed.title')}
          text={told}
          action={
            <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
              {t('form.retry')}
            </Button>
          }
        />
      </Surface>
    );

  if (operations.length === 0)
    return (
      <Surface>
        <EmptyState
          drawing={isFiltered ? 'search' : 'empty'}
          title={t('history.empty.title')}
          text={t(isFiltered ? 'history.empty.filtered' : 'history.empty.text')}
          action={
            isFiltered ? clear : begin && <LinkButton href={begin}>{t(`history.begin.${begin.slice(1)}`)}</LinkButton>
          }
        />
      </Surface>
    );

  return (
    <Stack gap={4}>
      <div ref={rows}>
        <Newer actor={actor} known={newer !== null} then={arrive} />
        <Surface flush>
          <LongList
            count={operations.length}
            isWhole={next === null}
            rowHeight={rowHeight}
            keyOf={(at) => operations[at]?.id ?? String(at)}
          >
            {(at) => {
              const operation = operations[at];
              return (
                operation && (
                  <OperationRow
                    operation={operation}
                    now={Date.parse(now ?? operation.created_at)}
                    onOpen={() => actor.send({ type: 'user.row opened', value: operation.id })}
                  />
                )
              );
            }}
          </LongList>
        </Surface>
      </div>
      {told && snapshot.hasTag('attention') && (
        <Notice tone="danger" alert title={t('list.more_failed')}>
          {told}
        </Notice>
      )}
      {next !== null ? (
        <MoreButton
          says="user.more asked"
          wide
          count={operations.length}
          rowAt={(at) => rows.current?.querySelector<HTMLElement>(`[data-index="${at}"] a`) ?? end.current}
          pending={isBusy}
          disabled={!snapshot.can({ type: 'user.more asked' })}
          onClick={more}
        >
          {t(isBusy ? 'list.loading_more' : told ? 'form.retry' : 'list.more')}
        </MoreButton>
      ) : (
        <p ref={end} tabIndex={-1} className={css['end']}>
          {t('list.end')}
        </p>
      )}
    </Stack>
  );
}
