import { createPart } from '../../house/part.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import type { OperatingProps } from './operating.tsx';

/** How an operation stands did not come to the page. The operation itself goes on. */
function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { t } = useWords();
  const heading = useHeadingFocus('not loaded');
  return (
    <Surface>
      <ErrorState
        ref={heading}
        level={1}
        title={t('frame.not_opened.title')}
        text={t('frame.crashed.text')}
        action={
          <Button variant="primary" onClick={onRetry}>
            {t('frame.retry')}
          </Button>
        }
      />
    </Surface>
  );
}

function Coming() {
  const { t } = useWords();
  return (
    <Surface>
      <Waiting>{t('frame.loading')}</Waiting>
      <Skeleton of="title" />
      <Skeleton of="block" />
    </Surface>
  );
}

const operating = createPart<OperatingProps>(
  () => import('./operating.tsx').then((part) => part.Operating),
  NotLoaded,
  <Coming />,
);

/** For a flow that stands at its form for a while, as nearly all who open it do: fetched when the first of them begins. */
export const LateOperating = operating.View;
export const fetchOperatingAhead = operating.fetchAhead;
