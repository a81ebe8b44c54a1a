import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { historyMachine } from '../../../machines/flows/history/history.machine.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Stack, Title } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Sections } from '../menus/sections.tsx';
import ListView, { type ListActor } from '../list/list.view.tsx';
import css from './history.module.css';

type Snapshot = SnapshotFrom<typeof historyMachine>;

const whole = (snapshot: Snapshot) => snapshot;
// The type of a child is the union of all that the machine may invoke; its id says which.
const listOf = ({ children }: Snapshot) => children['list'] as ListActor | undefined;

/** The statuses that an exchange may have, in the order of its way. */
const statuses = ['open', 'processing', 'completed', 'failed', 'cancelled', 'expired'] as const;

/** The exchanges of this account, and what to look for among them. */
export default function HistoryView({ actor }: { actor: ActorRefFrom<typeof historyMachine> }) {
  const { t, locale } = useWords();
  const snapshot = useSelector(actor, whole);
  const list = useSelector(actor, listOf);
  const { filter, currencies } = snapshot.context;
  const isContrary = snapshot.hasTag('form') && snapshot.hasTag('attention');
  const codes =
    currencies.some(({ code }) => code === filter.currency) || filter.currency === '' ? [] : [filter.currency];
  return (
    <Page width="list">
      <Stack gap={6}>
        <Title size="large" id="history-title">
          {t('history.title')}
        </Title>
        <Sections list="history" current="history-exchange" />
        <div className={css['filter']} role="search" aria-labelledby="history-title">
          <Select
            label={t('history.status')}
            says="user.status chosen"
            value={filter.status}
            options={[
              { value: '', label: t('history.any_status') },
              ...statuses.map((status) => ({ value: status as string, label: t(`operation.status.${status}`) })),
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
          <TextField
            label={t('history.from')}
            help={t('history.days_utc')}
            type="date"
            says="user.from chosen"
            value={filter.from}
            onValue={(value) => actor.send({ type: 'user.from chosen', value })}
          />
          <TextField
            label={t('history.to')}
            help={t('history.days_utc')}
            type="date"
            says="user.to chosen"
            value={filter.to}
            onValue={(value) => actor.send({ type: 'user.to chosen', value })}
          />
          <Button
            says="user.filter cleared"
            disabled={!snapshot.can({ type: 'user.filter cleared' })}
            onClick={() => actor.send({ type: 'user.filter cleared' })}
          >
            {t('history.clear')}
          </Button>
        </div>
        {list && <ListView actor={list} />}
        {isContrary && (
          <Surface>
            <EmptyState
              drawing="search"
              title={t('history.contradictory.title')}
              text={t('history.contradictory.text')}
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
