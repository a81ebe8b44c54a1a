import { useSelector } from '@xstate/react';
import { useWords } from '../../i18n/words.ts';
import type { ListActor } from '../list/list.view.tsx';

const whole = (snapshot: ReturnType<ListActor['getSnapshot']>) => snapshot;

/** What a filter has found, in words: for whoever chose it and does not see the rows come. */
export function Found({ list }: { list: ListActor }) {
  const { t } = useWords();
  const snapshot = useSelector(list, whole);
  const { length: count } = snapshot.context.items;
  if (snapshot.hasTag('busy') || snapshot.hasTag('attention')) return null;
  return count === 0 ? t('history.empty.title') : t('history.found', { count });
}
