import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import {
  getChoices,
  giveChoices,
  shownPairs,
  type exchangesMachine,
} from '../../../machines/flows/exchanges/exchanges.machine.ts';
import type { Currency } from '../../../contract/money.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion, Page, Stack, Title } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { PairRow, PairRowsHead, PairRowSkeleton } from './pair-row.tsx';
import css from './exchanges.module.css';

export type ExchangesActor = ActorRefFrom<typeof exchangesMachine>;
type Snapshot = SnapshotFrom<typeof exchangesMachine>;

const whole = (snapshot: Snapshot) => snapshot;

/** Every pair with its rate, its day and what can be paid out; the search is two currencies. */
export default function ExchangesView({ actor }: { actor: ExchangesActor }) {
  const { t, locale } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const { context } = snapshot;
  const pairs = shownPairs(context);
  const isBusy = snapshot.hasTag('busy');
  const mayChoose = snapshot.can({ type: 'user.give chosen', value: '' });
  const options = (currencies: Currency[], wish: string) => [
    { value: '', label: t('exchanges.any') },
    // The address may name one that nobody exchanges now, or that is not read yet: that is what is looked for all the same.
    ...(wish === '' || currencies.some(({ code }) => code === wish) ? [] : [{ value: wish, label: wish }]),
    ...currencies.map((currency) => ({
      value: currency.code,
      label: `${currency.code} · ${currencyName(currency, locale)}`,
    })),
  ];
  const retry = (
    <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
      {t('form.retry')}
    </Button>
  );

  const body = () => {
    if (isBusy)
      return (
        <Surface flush>
          <div className={css['waiting']}>
            <Waiting>{t('exchanges.loading')}</Waiting>
          </div>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <PairRowSkeleton key={row} />
          ))}
        </Surface>
      );
    if (snapshot.hasTag('attention'))
      return (
        <Surface>
          <ErrorState
            title={t('exchanges.failed.title')}
            text={context.trouble && told(context.trouble)}
            action={retry}
          />
        </Surface>
      );
    if (context.pairs.length === 0)
      return (
        <Surface>
          <EmptyState title={t('exchanges.empty.title')} text={t('exchanges.empty.text')} action={retry} />
        </Surface>
      );
    if (pairs.length === 0)
      return (
        <Surface>
          <EmptyState
            drawing="search"
            title={t('exchanges.nothing.title')}
            text={t('exchanges.nothing.text')}
            action={
              <Button says="user.search cleared" onClick={() => actor.send({ type: 'user.search cleared' })}>
                {t('exchanges.clear')}
              </Button>
            }
          />
        </Surface>
      );
    return (
      <Surface flush>
        <PairRowsHead />
        <ul>
          {pairs.map((pair) => (
            <PairRow key={`${pair.src.code}/${pair.dst.code}`} pair={pair} actor={actor} />
          ))}
        </ul>
      </Surface>
    );
  };

  return (
    <Page width="list">
      <Stack gap={6}>
        <div className={css['top']}>
          <Title size="large">{t('exchanges.title')}</Title>
          <div className={css['search']}>
            <Select
              label={t('exchanges.give')}
              says="user.give chosen"
              value={context.wish.give}
              options={options(giveChoices(context), context.wish.give)}
              disabled={!mayChoose}
              onValue={(value) => actor.send({ type: 'user.give chosen', value })}
            />
            <Select
              label={t('exchanges.get')}
              says="user.get chosen"
              value={context.wish.get}
              options={options(getChoices(context), context.wish.get)}
              disabled={!mayChoose}
              onValue={(value) => actor.send({ type: 'user.get chosen', value })}
            />
          </div>
        </div>
        <p>
          <LinkButton href="/exchange/all" size="small">
            {t('exchanges.all')}
          </LinkButton>
        </p>
        {snapshot.matches({ shown: { rates: 'stale' } }) && <p role="status">{t('exchanges.stale')}</p>}
        <LiveRegion>{mayChoose ? t('exchanges.found', { count: pairs.length }) : ''}</LiveRegion>
        {body()}
      </Stack>
    </Page>
  );
}
