import { useSelector } from '@xstate/react';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { statusesOf } from '../../../machines/flows/history/history.kinds.ts';
import { firstDay, lastDay, type historyMachine } from '../../../machines/flows/history/history.machine.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { LiveRegion, Page, Stack, Title } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Sections } from '../menus/sections.tsx';
import ListView, { type ListActor } from '../list/list.view.tsx';
import { Found } from './found.tsx';
import { HistoryFile, type HistoryFileActor } from './history-file.tsx';
import css from './history.module.css';

type Snapshot = SnapshotFrom<typeof historyMachine>;

/** Where the first operation of a kind is made. */
const begin = {
  exchange: '/exchanges',
  transfer: '/transfer',
  payment: '/purchase',
  deposit: '/deposit',
  withdraw: '/withdraw',
  referral: '/referral',
} as const;

/** The first day and the last. */
const days = ['from', 'to'] as const;

const whole = (snapshot: Snapshot) => snapshot;
// The type of a child is the union of all that the machine may invoke; its id says which.
const listOf = ({ children }: Snapshot) => children['list'] as ListActor | undefined;
const fileOf = ({ children }: Snapshot) => children['export'] as HistoryFileActor | undefined;

/** What this account did, one kind of it, and what to look for among that. */
export default function HistoryView({ actor }: { actor: ActorRefFrom<typeof historyMachine> }) {
  const { t, locale } = useWords();
  const snapshot = useSelector(actor, whole);
  const list = useSelector(actor, listOf);
  const file = useSelector(actor, fileOf);
  const { filter, typed, currencies, kind } = snapshot.context;
  const isContrary = snapshot.hasTag('form') && snapshot.hasTag('attention');
  const chosen = Object.values(filter).filter((value) => value !== '').length;
  const codes =
    currencies.some(({ code }) => code === filter.currency) || filter.currency === '' ? [] : [filter.currency];
  const cleared = { type: 'user.filter cleared' } as const;
  const clear = (
    <Button says={cleared.type} onClick={() => actor.send(cleared)}>
      {t('history.clear')}
    </Button>
  );
  return (
    <Page width="list">
      <Stack gap={6} className={css['history']}>
        <Title ref={useHeadingFocus(kind)} size="large" id="history-title">
          {t(`history.title.${kind}`)}
        </Title>
        <div className={css['sections']}>
          <Sections list="history" current={`history-${kind}`} />
          <Sections list="more" current={`history-${kind}`} />
        </div>
        <div role="search" aria-labelledby="history-title">
          {/* Folded on a phone, where what was done comes first; on a desk it always stands open. */}
          <details className={css['fold']}>
            <summary className={css['handle']}>
              <SlidersHorizontal size={20} aria-hidden="true" />
              {t('history.filter')}
              {chosen > 0 && <span className={css['chosen']}>{chosen}</span>}
            </summary>
            <div className={css['filter']}>
              <Select
                label={t('history.status')}
                says="user.status chosen"
                value={filter.status}
                options={[
                  { value: '', label: t('history.any_status') },
                  ...statusesOf[kind].map((status) => ({
                    value: status as string,
                    label: t(`operation.status.${status}`),
                  })),
                ]}
                onValue={(value) => actor.send({ type: 'user.status chosen', value })}
              />
              <Select
                label={t('history.currency')}
                says="user.currency chosen"
                value={filter.currency}
                options={[
                  { value: '', label: t('history.any_currency') },
                  ...codes.map((code) => ({ value: code, label: code })),
                  ...currencies.map((currency) => ({
                    value: currency.code,
                    label: `${currency.code} · ${currencyName(currency, locale)}`,
                  })),
                ]}
                onValue={(value) => actor.send({ type: 'user.currency chosen', value })}
              />
              {days.map((day) => (
                <TextField
                  key={day}
                  label={t(`history.${day}`)}
                  type="date"
                  says={`user.${day} chosen`}
                  min={firstDay}
                  max={lastDay}
                  value={typed[day]}
                  onValue={(value) => actor.send({ type: `user.${day} chosen`, value })}
                />
              ))}
              <div className={css['tools']}>
                <Button
                  size="small"
                  says={cleared.type}
                  disabled={!snapshot.can(cleared)}
                  onClick={() => actor.send(cleared)}
                >
                  {t('history.clear')}
                </Button>
                {file && <HistoryFile key={file.sessionId} actor={file} />}
              </div>
            </div>
          </details>
        </div>
        <LiveRegion>{isContrary ? t('history.contradictory.title') : list && <Found list={list} />}</LiveRegion>
        {list && <ListView actor={list} begin={begin[kind]} clear={clear} />}
        {isContrary && (
          <Surface>
            <EmptyState
              drawing="search"
              title={t('history.contradictory.title')}
              text={t('history.contradictory.text')}
              action={clear}
            />
          </Surface>
        )}
        {!list && !isContrary && (
          <Surface>
            <ErrorState
              title={t('history.broken.title')}
              text={t('history.broken.text')}
              action={
                <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
                  {t('form.retry')}
                </Button>
              }
            />
          </Surface>
        )}
      </Stack>
    </Page>
  );
}
