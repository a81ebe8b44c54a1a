import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { limitNames, problemOf } from '../../../machines/flows/card/limits.context.ts';
import type { limitsMachine } from '../../../machines/flows/card/limits.machine.ts';
import { formatMoney } from '../../i18n/amount.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion, Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { TextField } from '../../ui/text-field.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import css from './card.module.css';

export type LimitsActor = ActorRefFrom<typeof limitsMachine>;
type Snapshot = SnapshotFrom<typeof limitsMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const saved = { type: 'user.limits saved' } as const;
const askedAgain = { type: 'user.limits asked again' } as const;

/** How much may be paid at once and in a day, each up to what the card allows. */
export default function LimitsView({ actor }: { actor: LimitsActor }) {
  const { t, locale } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const { context } = snapshot;
  const { currency, typed, highest, trouble, corrections, refused } = context;
  const isCorrected = snapshot.hasTag('corrected');
  const form = useErrorFocus<HTMLFormElement>(corrections);
  const may = snapshot.hasTag('form');
  const wrong = isCorrected ? limitNames.filter((name) => problemOf(context, name)).length : 0;
  return (
    <Surface as="section" aria-labelledby="card-limits">
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          actor.send(saved);
        }}
      >
        <LiveRegion assertive>{wrong > 0 ? t('form.errors', { count: wrong }) : ''}</LiveRegion>
        <Stack gap={4}>
          <h2 id="card-limits" tabIndex={-1} className={css['heading']}>
            {t('card_limits.title')}
          </h2>
          {trouble && !snapshot.matches('unknown') && (
            <Notice tone="danger" alert>
              {told(trouble)}
            </Notice>
          )}
          {limitNames.map((name) => {
            const problem = isCorrected || refused[name] ? problemOf(context, name) : null;
            return (
              <TextField
                key={name}
                label={t(`cards.${name}`)}
                help={t('card_limits.up_to', {
                  amount: formatMoney({ amount: highest[name], currency: currency.code }, currency.scale, locale),
                })}
                error={problem ? told(problem) : undefined}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                after={<span className={css['unit']}>{currency.code}</span>}
                value={typed[name]}
                says="user.limit typed"
                saysFor={name}
                readOnly={!may}
                onValue={(value) => actor.send({ type: 'user.limit typed', field: name, value })}
              />
            );
          })}
          {snapshot.matches('finding out') && <Waiting>{t('card_limits.finding')}</Waiting>}
          {snapshot.matches('unknown') && (
            <Notice
              tone="warning"
              alert
              title={t('card_limits.unknown')}
              action={
                <Button size="small" says={askedAgain.type} onClick={() => actor.send(askedAgain)}>
                  {t('form.retry')}
                </Button>
              }
            >
              {trouble && told(trouble)}
            </Notice>
          )}
          <Row>
            <Button
              type="submit"
              main={may}
              says={saved.type}
              pending={snapshot.hasTag('busy')}
              aria-disabled={!snapshot.can(saved) || undefined}
            >
              {t('card_limits.save')}
            </Button>
            <p role="status" className={css['note']}>
              {context.saved ? t('card_limits.saved') : ''}
            </p>
          </Row>
        </Stack>
      </form>
    </Surface>
  );
}
