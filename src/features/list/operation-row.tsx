import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash from 'lucide-react/icons/circle-slash-2';
import Clock from 'lucide-react/icons/clock';
import type { Operation, OperationStatus } from '../../../contract/operation.ts';
import { placeOf } from '../../../machines/operation/operation.place.ts';
import { hasRate, isCharged, isOutgoing } from '../../../machines/operation/operation.words.ts';
import { statusWords } from '../../../machines/operation/status.words.ts';
import { formatMoney, maskedMoney } from '../../i18n/amount.ts';
import { formatDateTime, formatWhen } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { CurrencyMark } from '../../ui/currency-mark.tsx';
import { VisuallyHidden } from '../../ui/layout.tsx';
import { plainClick } from '../../ui/plain-click.ts';
import { saying } from '../../ui/says.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { OperationName } from './operation-name.tsx';
import css from './list.module.css';

const icons: Record<OperationStatus, typeof Clock> = {
  open: Clock,
  awaiting_payment: Clock,
  processing: Clock,
  completed: CircleCheck,
  failed: CircleAlert,
  cancelled: CircleSlash,
  expired: CircleSlash,
};

interface OperationRowProps {
  operation: Operation;
  /** The server's time of the page, in milliseconds. */
  now: number;
  onOpen: () => void;
}

/** One operation: what for what, when, how it stands. A link to its receipt. */
export function OperationRow({ operation, now, onOpen }: OperationRowProps) {
  const { t, locale } = useWords();
  const concealed = useConcealed();
  const { id, status, terms, give_currency, get_currency, created_at } = operation;
  const Icon = icons[status];
  const outgoing = isOutgoing(operation);
  const besides = hasRate(operation) ? 'ui.row.for' : 'ui.row.fee';
  const wallets = operation.lines?.map((line) => line.give_currency.code);
  const beside = hasRate(operation) ? terms.give : terms.fee;
  return (
    <a
      className={css['row']}
      href={placeOf(operation)}
      {...saying({ says: 'user.row opened', saysValue: id })}
      onClick={(event) => {
        if (!plainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <span className={css['marks']}>
        <CurrencyMark logo={give_currency.logo} size="large" />
        {hasRate(operation) && <CurrencyMark logo={get_currency.logo} size="large" />}
      </span>
      <span className={css['names']}>
        <OperationName operation={operation} />
        <time className={css['small']} dateTime={created_at} title={formatDateTime(created_at, locale)}>
          {formatWhen(created_at, now, locale)}
        </time>
      </span>
      <span className={css['status']} data-status={status}>
        <Icon size={16} aria-hidden="true" />
        {t(statusWords(operation))}
      </span>
      <span className={css['amounts']}>
        <Amount
          {...(outgoing ? terms.give : terms.get)}
          scale={outgoing ? give_currency.scale : get_currency.scale}
          hidden={concealed}
          tone={status === 'completed' ? 'plain' : 'muted'}
          className={css['got']}
        />
        {(wallets !== undefined || hasRate(operation) || isCharged(operation)) && (
          <span className={css['gave']}>
            {wallets !== undefined ? (
              wallets.length > 3 ? (
                t('ui.row.wallets', { count: wallets.length })
              ) : (
                t('ui.row.for', { amount: wallets.join(', ') })
              )
            ) : concealed ? (
              <>
                <span aria-hidden="true">{t(besides, { amount: maskedMoney(beside.currency) })}</span>
                <VisuallyHidden>{`${t('ui.amount.hidden')} ${beside.currency}`}</VisuallyHidden>
              </>
            ) : (
              t(besides, { amount: formatMoney(beside, give_currency.scale, locale) })
            )}
          </span>
        )}
      </span>
    </a>
  );
}

/** A row that is not there yet, as high as one that is. */
export const OperationRowSkeleton = () => (
  <div className={css['item']}>
    <div className={css['row']}>
      <span className={css['marks']}>
        <Skeleton of="mark" />
      </span>
      <span className={css['names']}>
        <Skeleton width="medium" />
        <Skeleton width="short" />
      </span>
      <span className={css['amounts']}>
        <Skeleton width="medium" />
        <Skeleton width="short" />
      </span>
    </div>
  </div>
);
