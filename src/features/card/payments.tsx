import { useSelector } from '@xstate/react';
import CircleSlash from 'lucide-react/icons/circle-slash-2';
import { useRef } from 'react';
import type { CardOperation } from '../../../contract/card.ts';
import { formatDateTime, formatWhen } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { Stack } from '../../ui/layout.tsx';
import { MoreButton, rowIn } from '../../ui/more-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import type { ListActor } from '../list/list.view.tsx';
import { Newer } from '../list/newer.tsx';
import type { SnapshotFrom } from 'xstate';
import type { listMachine } from '../../../machines/list/list.machine.ts';
import css from './card.module.css';

const whole = (snapshot: SnapshotFrom<typeof listMachine>) => snapshot;

/** What was paid with a card, and what was declined, with the reason. */
export function Payments({ actor, scale }: { actor: ListActor; scale: number }) {
  const { t, locale } = useWords();
  const told = useTold();
  const concealed = useConcealed();
  const snapshot = useSelector(actor, whole);
  const { items, now, next, newer, trouble } = snapshot.context;
  const heading = useRef<HTMLHeadingElement>(null);
  // The call's schema has read them: each is an operation of a card.
  const payments = items as CardOperation[];
  const isBusy = snapshot.hasTag('busy');
  const list = useRef<HTMLUListElement>(null);
  const asks = (says: 'user.retried' | 'user.more asked') => ({
    ...{ size: 'small' as const, says, pending: isBusy, disabled: !snapshot.can({ type: says }) },
    onClick: () => actor.send({ type: says }),
  });
  return (
    <Surface as="section" aria-labelledby="card-payments">
      <Stack gap={3}>
        <h2 id="card-payments" ref={heading} tabIndex={-1} className={css['heading']}>
          {t('card_payments.title')}
        </h2>
        {payments.length === 0 && isBusy && <Waiting>{t('card_payments.loading')}</Waiting>}
        {snapshot.matches('empty') && <p className={css['note']}>{t('card_payments.none')}</p>}
        {snapshot.matches('failed') && (
          <Notice
            tone="danger"
            alert
            title={t('card_payments.unread')}
            action={<Button {...asks('user.retried')}>{t('form.retry')}</Button>}
          >
            {trouble && told(trouble)}
          </Notice>
        )}
        {payments.length > 0 && (
          <div className={css['paid']}>
            <Newer actor={actor} known={newer !== null} then={() => heading.current?.focus()} />
            <ul ref={list} className={css['payments']}>
              {payments.map(({ id, at, merchant, amount, status, reason }) => (
                <li key={id} className={css['payment']} tabIndex={-1}>
                  <strong>{merchant}</strong>
                  <Amount
                    {...amount}
                    scale={scale}
                    hidden={concealed}
                    tone={status === 'declined' ? 'struck' : 'plain'}
                  />
                  <time className={css['when']} dateTime={at} title={formatDateTime(at, locale)}>
                    {formatWhen(at, Date.parse(now ?? at), locale)}
                  </time>
                  {reason && (
                    <span className={css['declined']}>
                      <CircleSlash size={16} aria-hidden="true" />
                      {t(`card.declined.${reason}`)}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        {payments.length > 0 && trouble && (
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        )}
        {payments.length > 0 && next !== null && (
          <MoreButton {...asks('user.more asked')} count={payments.length} rowAt={(at) => rowIn(list.current, at)}>
            {t(isBusy ? 'list.loading_more' : trouble ? 'form.retry' : 'list.more')}
          </MoreButton>
        )}
      </Stack>
    </Surface>
  );
}
