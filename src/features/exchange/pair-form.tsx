import { memo, useDeferredValue } from 'react';
import type { Side } from '../../../machines/form/amount.ts';
import { amountProblem, shownPreview, shownProblem } from '../../../machines/flows/exchange/form.context.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { LiveRegion, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { SwapButton } from '../../ui/swap-button.tsx';
import { Parts } from '../amount/parts.tsx';
import { SideField } from '../amount/side-field.tsx';
import { Foretold } from './foretold.tsx';
import type { FormActor, FormSnapshot } from './form.view.tsx';
import css from './exchange.module.css';

interface PairFormProps {
  actor: FormActor;
  snapshot: FormSnapshot;
}

const anotherPair = { type: 'user.another pair wanted' } as const;

const Amount = memo(function Amount({ actor, snapshot, side }: PairFormProps & { side: Side }) {
  const { t } = useWords();
  const { context } = snapshot;
  return (
    context.form && (
      <SideField
        label={t(`exchange.${side}`)}
        pair={context.form}
        entry={context.entry}
        preview={shownPreview(context)}
        problem={shownProblem(context, snapshot.hasTag('corrected'))}
        {...{ actor, side }}
      />
    )
  );
});

/**
 * Two amounts, of which either can be typed; the limits are there before the first digit. What is typed stands there at
 * once, and what follows from it when that is painted.
 */
export function PairForm({ actor, snapshot }: PairFormProps) {
  const { t } = useWords();
  const told = useTold();
  const { trouble, corrections, entry } = snapshot.context;
  const place = useErrorFocus<HTMLFormElement>(corrections);
  const isWrong = snapshot.hasTag('corrected') && amountProblem(snapshot.context) !== null;
  const after = { actor, snapshot: useDeferredValue(snapshot) };
  const amount = (side: Side) => <Amount {...(entry.side === side ? { actor, snapshot } : after)} side={side} />;
  return (
    <form
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.submitted' });
      }}
    >
      <LiveRegion assertive>{isWrong ? t('form.errors', { count: 1 }) : ''}</LiveRegion>
      <Stack gap={4}>
        {trouble && (
          <Notice
            tone="danger"
            alert
            action={
              snapshot.can(anotherPair) && (
                <Button size="small" says={anotherPair.type} onClick={() => actor.send(anotherPair)}>
                  {t('exchange.another_pair')}
                </Button>
              )
            }
          >
            {told(trouble)}
          </Notice>
        )}
        <Surface className={css['form']}>
          <Stack gap={3}>
            {amount('give')}
            <Parts {...after} />
          </Stack>
          <SwapButton
            label={t('exchange.swap')}
            says="user.swapped"
            disabled={!snapshot.can({ type: 'user.swapped' })}
            onClick={() => actor.send({ type: 'user.swapped' })}
          />
          {amount('get')}
          <Foretold {...after} />
          <Button type="submit" variant="primary" size="large" wide main says="user.submitted">
            {t('exchange.submit')}
          </Button>
        </Surface>
      </Stack>
    </form>
  );
}
