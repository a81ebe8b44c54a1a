import ArrowRight from 'lucide-react/icons/arrow-right';
import { formatChange } from '../i18n/amount.ts';
import { useWords } from '../i18n/words.ts';
import css from './change.module.css';

/** A day's change: a sign, an arrow and a colour say the same. */
export function Change({ percent }: { percent: string }) {
  const { locale } = useWords();
  const way = !/[1-9]/.test(percent) ? 'still' : percent.startsWith('-') ? 'down' : 'up';
  return (
    <span className={css['change']} data-way={way}>
      <ArrowRight size={16} aria-hidden="true" />
      {formatChange(percent, locale)}
    </span>
  );
}
