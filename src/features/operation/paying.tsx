import ExternalLink from 'lucide-react/icons/external-link';
import type { Operation } from '../../../contract/operation.ts';
import { remainingToPay } from '../../../machines/operation/operation.context.ts';
import { knownBy } from '../../../machines/operation/order.words.ts';
import { formatMoney } from '../../i18n/amount.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Qr } from '../../ui/qr.tsx';
import { Details } from './details.tsx';
import { scaleIn } from './scales.ts';
import type { OperationActor, OperationSnapshot } from './screen-of.ts';
import css from './operation.module.css';

export interface PayingProps {
  actor: OperationActor;
  snapshot: OperationSnapshot;
  operation: Operation;
}

/** What is further off is told by its day: nobody counts hours by the second. */
const longest = 24 * 3_600_000;

/** How it is paid and until when; once that is over, only that it is over. */
export function Paying({ actor, snapshot, operation }: PayingProps) {
  const { t, locale } = useWords();
  const { payment } = operation;
  const left = remainingToPay(snapshot.context);
  if (!payment || left === 0) return <Notice tone="warning">{t('operation.paying.over')}</Notice>;
  const { facts, qr, hand_over, until } = payment;
  const { give } = operation.terms;
  const known = knownBy(facts);
  return (
    <>
      {left > longest ? (
        <p>{t('operation.paying.by', { time: formatDateTime(until, locale) })}</p>
      ) : (
        <Countdown left={left} total={Date.parse(until) - Date.parse(operation.created_at)}>
          {(time) => t('operation.paying.until', { time })}
        </Countdown>
      )}
      <p>{t(hand_over ? 'operation.paying.elsewhere' : 'operation.paying.by_hand')}</p>
      {known && <Notice tone="warning">{t(`operation.paying.${known}`)}</Notice>}
      {facts.length > 0 && (
        <Details
          amount={{ text: formatMoney(give, scaleIn(operation, give), locale), copied: give.amount }}
          facts={facts}
          onCopy={(value) => actor.send({ type: 'user.copied', value })}
        />
      )}
      {qr !== undefined && <Qr text={qr} label={t('operation.paying.qr')} />}
      {hand_over && (
        <div className={css['actions']}>
          <Button
            variant="primary"
            size="large"
            icon={<ExternalLink size={20} aria-hidden="true" />}
            says="user.handed over"
            disabled={!snapshot.can({ type: 'user.handed over' })}
            onClick={() => actor.send({ type: 'user.handed over' })}
          >
            {t('operation.paying.go')}
          </Button>
        </div>
      )}
    </>
  );
}
