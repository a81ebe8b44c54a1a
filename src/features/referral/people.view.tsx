import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Referred } from '../../../contract/referral.ts';
import type { peopleMachine } from '../../../machines/flows/referral/people.machine.ts';
import { formatDayHere } from '../../i18n/days.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { useConcealed } from '../../ui/concealed.ts';
import { Row } from '../../ui/layout.tsx';
import { MoreButton, rowIn } from '../../ui/more-button.tsx';
import { Part } from '../parts/part.tsx';
import css from './referral.module.css';

export type PeopleActor = ActorRefFrom<typeof peopleMachine>;
type Snapshot = SnapshotFrom<typeof peopleMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.people wanted' } as const;
const more = { type: 'user.more asked' } as const;

function Bonus({ bonus: { status, amount, currency, due } }: { bonus: Referred['bonuses'][number] }) {
  const { t, locale } = useWords();
  const hidden = useConcealed();
  const isPaid = status === 'completed';
  const pending =
    due === undefined ? t('referral.bonus.pending') : t('referral.bonus.due', { when: formatDayHere(due, locale) });
  return (
    <li className={css['bonus']}>
      <Amount
        amount={amount}
        currency={currency.code}
        scale={currency.scale}
        hidden={hidden}
        tone={isPaid ? 'success' : 'muted'}
      />
      <span className={css['note']}>{isPaid ? t('referral.bonus.paid') : pending}</span>
    </li>
  );
}

function Person({ person: { who, state, at, bonuses } }: { person: Referred }) {
  const { t, locale } = useWords();
  return (
    <li className={css['person']} tabIndex={-1}>
      <span className={css['who']}>{who}</span>
      <span className={css['state']} data-state={state}>
        {t(`referral.state.${state}`)}
      </span>
      <span className={css['since']}>{formatDayHere(at, locale)}</span>
      {bonuses.length > 0 && (
        <ul className={css['bonuses']}>
          {bonuses.map((bonus) => (
            <Bonus key={bonus.event} bonus={bonus} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Who was invited, the newest first. */
export default function PeopleView({ actor }: { actor: PeopleActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const list = useRef<HTMLUListElement>(null);
  const { items, next, trouble } = snapshot.context;
  const isLoading = snapshot.matches('loading more');
  return (
    <Part
      id="referral-people"
      title={t('referral.people.title')}
      waiting={items === null && t('referral.people.reading')}
      unread={snapshot.matches('unread') && t('referral.people.unread')}
      trouble={trouble}
      again={wanted.type}
      onAgain={() => actor.send(wanted)}
    >
      {items?.length === 0 && <p className={css['note']}>{t('referral.people.nobody')}</p>}
      {items && items.length > 0 && (
        <ul ref={list} className={css['people']}>
          {items.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ul>
      )}
      {(next !== null || isLoading) && (
        <Row>
          <MoreButton
            says={more.type}
            count={items?.length ?? 0}
            rowAt={(at) => rowIn(list.current, at)}
            aria-disabled={!snapshot.can(more) || undefined}
            pending={isLoading}
            onClick={() => actor.send(more)}
          >
            {t(isLoading ? 'list.loading_more' : 'list.more')}
          </MoreButton>
        </Row>
      )}
    </Part>
  );
}
