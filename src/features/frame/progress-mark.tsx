import { useSelector } from '@xstate/react';
import Clock from 'lucide-react/icons/clock';
import type { SnapshotFrom } from 'xstate';
import type { progressMachine } from '../../../machines/residents/progress/progress.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ProgressActor } from '../progress/progress.view.tsx';
import css from '../progress/progress.module.css';
import { ProgressList } from './progress-list.tsx';
import { useDrawer } from './use-drawer.ts';

const countOf = ({ context }: SnapshotFrom<typeof progressMachine>) => context.items.length;

/** How many operations go on; opens the list of them. Nothing goes on, nothing stands there. */
export function ProgressMark({ actor }: { actor: ProgressActor }) {
  const { t } = useWords();
  const drawer = useDrawer();
  const count = useSelector(actor, countOf);
  return (
    <>
      {count > 0 && (
        <span className={css['mark']}>
          <IconButton
            label={t('progress.open', { count })}
            aria-haspopup="dialog"
            aria-controls="progress-drawer"
            onClick={() => drawer.current?.open()}
          >
            <Clock size={20} aria-hidden="true" />
          </IconButton>
          <span className={css['count']} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        </span>
      )}
      <Drawer ref={drawer} id="progress-drawer" title={t('progress.title')}>
        <ProgressList actor={actor} />
      </Drawer>
    </>
  );
}
