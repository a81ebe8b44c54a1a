import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import type { ListActor } from './list.view.tsx';
import css from './list.module.css';

interface NewerProps {
  actor: ListActor;
  /** Whether other rows are known than stand here. */
  known: boolean;
  /** What follows the press: the button is gone, and the focus stood on it. */
  then: () => void;
}

/** Says that a list is not what it was, and begins it anew. It stands right above the rows, and moves none of them. */
export function Newer({ actor, known, then }: NewerProps) {
  const { t } = useWords();
  return (
    <div className={css['newer']} role="status">
      {known && (
        <Button
          size="small"
          says="user.newer asked"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          onClick={() => {
            actor.send({ type: 'user.newer asked' });
            then();
          }}
        >
          {t('list.newer')}
        </Button>
      )}
    </div>
  );
}
