import ArrowRight from 'lucide-react/icons/arrow-right';
import type { OperationLine } from '../../../contract/operation.ts';
import { isUndone } from '../../../machines/operation/operation.words.ts';
import { formatMoney } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import css from './lines.module.css';
import { Rate } from './terms.tsx';

export interface LinesProps {
  lines: readonly OperationLine[];
}

/** Each wallet that takes part: what it gives, what that brings and costs, and how far it is. What came to nothing brought and cost none. */
export function Lines({ lines }: LinesProps) {
  const { t, locale } = useWords();
  return (
    <ul className={css['lines']} aria-label={t('operation.lines')}>
      {lines.map(({ id, terms, give_currency, get_currency, status, reason }) => (
        <li key={id} className={css['line']}>
          <Amount {...terms.give} scale={give_currency.scale} />
          <span className={css['into']}>
            <ArrowRight size={16} aria-hidden="true" />
            <Amount {...terms.get} scale={get_currency.scale} tone={isUndone({ status }) ? 'struck' : 'plain'} />
          </span>
          <span className={css['made']}>
            <span>
              <Rate terms={terms} />
            </span>
            {!isUndone({ status }) && (
              <span>{t('ui.row.fee', { amount: formatMoney(terms.fee, give_currency.scale, locale) })}</span>
            )}
          </span>
          {status !== 'open' && (
            <span className={css['state']} data-status={status}>
              {t(`operation.status.${status}`)}
              {reason ? `. ${t(`operation.reason.${reason}`)}` : ''}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
