import { useId } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { passedWords } from '../../../machines/methods/methods.context.ts';
import { wordsOf } from '../../../machines/operation/operation.words.ts';
import { formatDateTime } from '../../i18n/dates.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Amount } from '../../ui/amount.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { Button } from '../../ui/button.tsx';
import { useHandedFocus, useLeftFocus, type Heir } from '../../ui/handed-focus.ts';
import { Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Passing } from '../../ui/passing.tsx';
import { heading } from '../../ui/top.ts';
import { Surface } from '../../ui/surface.tsx';
import { CancelAnswers } from '../operation/cancel-answers.tsx';
import type { MethodsActor, MethodsSnapshot } from './methods.view.tsx';
import css from './methods.module.css';

interface OrdersProps {
  actor: MethodsActor;
  snapshot: MethodsSnapshot;
}

interface OrderProps extends OrdersProps {
  order: Operation;
}

/** Whether it is really to be taken back, and what that means for whoever has paid already: in the place of its buttons. */
function Question({ actor, snapshot }: OrdersProps) {
  const { t } = useWords();
  return (
    <div className={css['question']}>
      <Notice tone="warning" title={t('operation.cancel_asked.title')}>
        {t(`operation.cancel_asked.${snapshot.context.kind}`)}
      </Notice>
      <Row gap={2}>
        <CancelAnswers size="small" send={actor.send} />
      </Row>
    </div>
  );
}

/** The order beside it, as long as there is one. */
const beside: Heir = ({ nextElementSibling: next, previousElementSibling: last }) => {
  const other = (next ?? last) as HTMLElement | null;
  return other?.isConnected ? other : heading();
};

/** One of them. The question takes the focus of the button that asked it, and gives it back to the order; one that goes leaves it. */
function Order({ actor, snapshot, order: { id, terms, give_currency, facts, payment } }: OrderProps) {
  const { t, locale } = useWords();
  const concealed = useConcealed();
  const { unpaid, cancelled } = snapshot.context;
  const may = snapshot.matches({ orders: 'known' });
  const isAsked = snapshot.matches({ orders: 'asked' }) && cancelled === id;
  const which = useId();
  const place = useHandedFocus(isAsked ? 'asked' : 'listed');
  const leave = useLeftFocus(beside);
  return (
    <li
      className={css['order']}
      ref={(there) => {
        place(there);
        leave(there);
      }}
      tabIndex={-1}
    >
      <span className={css['names']} id={which}>
        <Amount {...terms.give} scale={give_currency.scale} hidden={concealed} />
        <span className={css['small']}>
          {facts?.find(({ label }) => label === 'method')?.text}
          {payment && ` · ${t('methods.orders.until', { time: formatDateTime(payment.until, locale) })}`}
        </span>
      </span>
      {isAsked ? (
        <Question actor={actor} snapshot={snapshot} />
      ) : (
        <Row gap={2}>
          <Button
            size="small"
            {...(unpaid.length === 1 && { variant: 'primary' as const })}
            aria-describedby={which}
            says="user.order opened"
            saysValue={id}
            disabled={!may}
            onClick={() => actor.send({ type: 'user.order opened', value: id })}
          >
            {t('methods.orders.open')}
          </Button>
          <Button
            size="small"
            aria-describedby={which}
            says="user.order cancelled"
            saysValue={id}
            disabled={!may}
            pending={snapshot.matches({ orders: 'cancelling' }) && cancelled === id}
            onClick={() => actor.send({ type: 'user.order cancelled', value: id })}
          >
            {t('methods.orders.cancel')}
          </Button>
        </Row>
      )}
    </li>
  );
}

/** The last that can hold the focus of what stands before: whatever comes in the place of this, the keyboard goes on to. */
const before: Heir = ({ previousElementSibling: there }) =>
  [...(there?.querySelectorAll<HTMLElement>('[tabindex], a[href], button') ?? [])].at(-1);

/** Nobody knows what waits to be paid. It goes with the press that asks again. */
function Unread({ actor }: Pick<OrdersProps, 'actor'>) {
  const { t } = useWords();
  return (
    <Passing heir={before}>
      <Notice
        tone="warning"
        action={
          <Button
            variant="plain"
            size="small"
            says="user.orders asked"
            onClick={() => actor.send({ type: 'user.orders asked' })}
          >
            {t('methods.orders.again')}
          </Button>
        }
      >
        {t('methods.orders.unread')}
      </Notice>
    </Passing>
  );
}

/** It was not taken back: it had ended before, in another way. */
function Ended({ order }: { order: Operation }) {
  const { t } = useWords();
  const { place } = order;
  return (
    <Notice
      alert
      title={t('operation.too_late.title')}
      action={place && <a href={place}>{t('exchange.left_behind.open')}</a>}
    >
      <p>{t(wordsOf.ended(order))}</p>
      {order.reason && <p>{t(wordsOf.reason(order))}</p>}
    </Notice>
  );
}

/** What waits to be paid: each can be opened where it stands, or taken back. */
export function Orders({ actor, snapshot }: OrdersProps) {
  const { t } = useWords();
  const told = useTold();
  const { unpaid, refusal, ended, passed } = snapshot.context;
  const howItEnded = ended && <Ended order={ended} />;
  if (snapshot.matches({ orders: 'unread' }))
    return (
      <>
        {howItEnded}
        <Unread actor={actor} />
      </>
    );
  return (
    <>
      {howItEnded}
      {passed && <Notice alert>{t(passedWords[passed])}</Notice>}
      {refusal && (
        <Notice tone="warning" alert>
          {told(refusal)}
        </Notice>
      )}
      {unpaid.length > 0 && (
        <Surface as="section">
          <Stack gap={3}>
            <h2 className={css['heading']}>{t('methods.orders.title')}</h2>
            <ul className={css['orders']}>
              {unpaid.map((order) => (
                <Order key={order.id} actor={actor} snapshot={snapshot} order={order} />
              ))}
            </ul>
          </Stack>
        </Surface>
      )}
    </>
  );
}
