import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { currenciesOf, shownMethods } from '../../../machines/methods/methods.context.ts';
import type { methodsMachine } from '../../../machines/methods/methods.machine.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useStep } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Stack, Title } from '../../ui/layout.tsx';
import { Passing } from '../../ui/passing.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { MethodRow, MethodRowSkeleton } from './method-row.tsx';
import { Orders } from './orders.tsx';
import css from './methods.module.css';

export type MethodsActor = ActorRefFrom<typeof methodsMachine>;
export type MethodsSnapshot = SnapshotFrom<typeof methodsMachine>;

/** Of which currency: of a list that was read for one alone it goes with its press, as all are read. */
function CurrencyChoice({ actor, snapshot }: { actor: MethodsActor; snapshot: MethodsSnapshot }) {
  const { t, locale } = useWords();
  const { currency } = snapshot.context;
  const currencies = currenciesOf(snapshot.context);
  const isKnown = currencies.some(({ code }) => code === currency);
  return (
    <Passing>
      <Select
        label={t('methods.currency')}
        says="user.currency chosen"
        value={isKnown ? currency : ''}
        options={[
          { value: '', label: t('methods.any') },
          ...currencies.map((one) => ({ value: one.code, label: `${one.code} · ${currencyName(one, locale)}` })),
        ]}
        onValue={(value) => actor.send({ type: 'user.currency chosen', value })}
      />
    </Passing>
  );
}

/** The list while it is read, or why there is none. */
function Body({ actor, snapshot }: { actor: MethodsActor; snapshot: MethodsSnapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { context } = snapshot;
  const retry = (
    <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
      {t('form.retry')}
    </Button>
  );
  if (snapshot.hasTag('busy'))
    return (
      <Surface flush>
        <div className={css['waiting']}>
          <Waiting>{t('methods.loading')}</Waiting>
        </div>
        {[0, 1, 2].map((row) => (
          <MethodRowSkeleton key={row} />
        ))}
      </Surface>
    );
  if (snapshot.matches({ list: 'failed' }))
    return (
      <Surface>
        <ErrorState title={t('methods.failed.title')} text={context.trouble && told(context.trouble)} action={retry} />
      </Surface>
    );
  if (snapshot.matches({ list: 'empty' }))
    return (
      <Surface>
        <EmptyState title={t('methods.empty.title')} text={t('methods.empty.text')} action={retry} />
      </Surface>
    );
  return (
    <Surface flush>
      <ul>
        {shownMethods(context).map((method) => (
          <MethodRow key={method.id} method={method} actor={actor} kind={context.kind} />
        ))}
      </ul>
    </Surface>
  );
}

/** By what money comes or leaves, and what still waits to be paid where the chart has a place for it. */
export default function MethodsView({ actor }: { actor: MethodsActor }) {
  const { t } = useWords();
  const snapshot = useStep(actor);
  const { kind } = snapshot.context;
  const heading = useHeadingFocus('methods');
  const isBusy = snapshot.hasTag('busy');
  return (
    <Stack gap={4}>
      <div>
        <Title ref={heading}>{t(`payment.title.${kind}`)}</Title>
        <p className={css['lead']}>{t(`payment.choose.${kind}`)}</p>
      </div>
      {snapshot.matches({ standing: 'above' }) && <Orders actor={actor} snapshot={snapshot} />}
      {isBusy && (
        <Stack gap={1}>
          <Skeleton of="label" width="short" />
          <Skeleton of="choice" />
        </Stack>
      )}
      {snapshot.matches({ list: 'shown' }) && <CurrencyChoice actor={actor} snapshot={snapshot} />}
      {/* What comes in the place of what was awaited is another element: else it would have moved there. */}
      <Body key={isBusy ? 'waiting' : 'come'} actor={actor} snapshot={snapshot} />
      {snapshot.matches({ standing: 'below' }) && <Orders actor={actor} snapshot={snapshot} />}
    </Stack>
  );
}
