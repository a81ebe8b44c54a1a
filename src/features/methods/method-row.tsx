import ChevronRight from 'lucide-react/icons/chevron-right';
import Lock from 'lucide-react/icons/lock';
import type { PaymentMethod } from '../../../contract/payment.ts';
import { limitScale } from '../../../machines/form/limit-scale.ts';
import { isPositive } from '../../../machines/money.ts';
import { formatAmount, formatMoney, formatPercent } from '../../i18n/amount.ts';
import { currencyTitle } from '../../i18n/currency-title.ts';
import { formatMinutes } from '../../i18n/minutes.ts';
import { useWords } from '../../i18n/words.ts';
import { CurrencyMark } from '../../ui/currency-mark.tsx';
import { plainClick } from '../../ui/plain-click.ts';
import { saying } from '../../ui/says.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { MethodsActor } from './methods.view.tsx';
import { ToVerification } from './to-verification.tsx';
import css from './methods.module.css';

/** What it costs, in one line. */
function useFee({ fee, give }: PaymentMethod): string {
  const { t, locale } = useWords();
  const { percent, minimum } = fee;
  const least = `${formatAmount(minimum, limitScale(give), locale)}\u00a0${give.code}`;
  if (!isPositive(percent))
    return isPositive(minimum) ? `${t('operation.fee.plain')} ${least}` : t('exchange.fee.none');
  const share = t('exchange.fee', { percent: formatPercent(percent, locale) });
  return isPositive(minimum) ? `${share}, ${t('exchange.fee.least', { amount: least })}` : share;
}

function About({ method }: { method: PaymentMethod }) {
  const { t, locale } = useWords();
  const { name, give, get, logo, minimum, maximum, minutes, network, closed } = method;
  const fee = useFee(method);
  const isBought = give.code !== get.code;
  const called = network === undefined ? name : t(`network.${network}`);
  return (
    <>
      <CurrencyMark logo={isBought ? get.logo : logo} size="large" />
      <span className={css['names']}>
        <strong>
          {isBought ? currencyTitle(get, locale) : name}
          <span className={css['codes']}> {get.code}</span>
        </strong>
        {isBought && (
          <span className={css['small']}>
            {name}, {give.code}
          </span>
        )}
        <span className={css['small']}>
          {t('exchange.limits', {
            minimum: formatAmount(minimum, limitScale(give), locale),
            maximum: formatMoney({ amount: maximum, currency: give.code }, limitScale(give), locale),
          })}
        </span>
        {!name.includes(called) && (
          <span className={css['small']}>
            {t('fact.network')}: {called}
          </span>
        )}
        <span className={css['small']}>
          {fee} · <span className={css['whole']}>{formatMinutes(minutes, locale)}</span>
        </span>
        {closed && <span className={css['closed']}>{t(`method.closed.${closed}`)}</span>}
        {closed === 'unverified' && (
          <span className={css['way']}>
            <ToVerification size="small" />
          </span>
        )}
      </span>
    </>
  );
}

interface MethodRowProps {
  actor: MethodsActor;
  method: PaymentMethod;
  kind: string;
}

/** One method: a link to its form, or why it leads nowhere now, and the way to open it where there is one. */
export function MethodRow({ actor, method, kind }: MethodRowProps) {
  const { id, closed } = method;
  if (closed)
    return (
      <li className={css['item']}>
        <div className={css['row']} data-closed>
          <About method={method} />
          <Lock className={css['chevron']} size={20} aria-hidden="true" />
        </div>
      </li>
    );
  return (
    <li className={css['item']}>
      <a
        className={css['row']}
        href={`/${kind}/form/${id}`}
        {...saying({ says: 'user.method chosen', saysValue: id })}
        onClick={(event) => {
          if (!plainClick(event)) return;
          event.preventDefault();
          actor.send({ type: 'user.method chosen', value: id });
        }}
      >
        <About method={method} />
        <ChevronRight className={css['chevron']} size={20} aria-hidden="true" />
      </a>
    </li>
  );
}

/** A row that is not there yet, as high as one that is. */
export const MethodRowSkeleton = () => (
  <div className={css['item']}>
    <div className={css['row']}>
      <Skeleton of="mark" />
      <span className={css['names']}>
        <Skeleton width="medium" />
        <Skeleton width="long" />
        <Skeleton width="long" />
      </span>
    </div>
  </div>
);
