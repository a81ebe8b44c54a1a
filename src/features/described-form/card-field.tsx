import { useId, type ReactNode } from 'react';
import CreditCard from 'lucide-react/icons/credit-card';
import { cardFrameOf } from '../../../machines/described-form/described-form.context.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { describedBy, Field, type FieldText } from '../../ui/field.tsx';
import { useLookedAt } from '../../ui/frame.ts';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import type { DescribedFormActor, DescribedFormSnapshot } from './described-form.view.tsx';
import css from './described-form.module.css';

/** Its own origin is by what it is believed; as it is not this page's, the frame cannot take the sandbox away. */
const permissions = 'allow-scripts allow-same-origin allow-forms';

interface PlaceProps {
  actor: DescribedFormActor;
  snapshot: DescribedFormSnapshot;
  children: ReactNode;
}

/** The frame in a place of its own height: until it says that it is there, words stand over it, and behind them it goes on loading. */
function FramePlace({ actor, snapshot, children }: PlaceProps) {
  const { t } = useWords();
  const isMissing = snapshot.can({ type: 'user.frame wanted again' });
  const isAwaited = snapshot.matches({ editing: { card: { asked: 'awaited' } } });
  return (
    <div className={css['place']} data-covered={isMissing || isAwaited || undefined}>
      {children}
      {(isAwaited || isMissing) && (
        <div className={css['instead']}>
          {isAwaited ? <Waiting>{t('payment.card.loading')}</Waiting> : <p role="alert">{t('payment.card.missing')}</p>}
          {(isMissing || snapshot.context.frames > 0) && (
            <Button
              says="user.frame wanted again"
              pending={isAwaited}
              onClick={() => actor.send({ type: 'user.frame wanted again' })}
            >
              {t('form.retry')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

interface CardFieldProps extends FieldText {
  actor: DescribedFormActor;
  snapshot: DescribedFormSnapshot;
}

/** A card is asked for in a frame of its provider: this page learns a token, a brand and four digits. */
export function CardField({ actor, snapshot, label, help, error }: CardFieldProps) {
  const { t } = useWords();
  const id = useId();
  const { card, frames } = snapshot.context;
  const frame = cardFrameOf(snapshot.context);
  const lookedAt = useLookedAt();
  const place = useHandedFocus(card ? 'given' : 'asked for');
  return (
    <Field id={id} label={label} help={help} error={error}>
      {card ? (
        <div
          {...describedBy(id, { help, error })}
          ref={place}
          className={css['card']}
          role="group"
          tabIndex={-1}
          aria-label={`${label}: ${card.shown}`}
        >
          <CreditCard size={20} aria-hidden="true" />
          <span className={css['given']}>{card.shown}</span>
          <Button size="small" says="user.card removed" onClick={() => actor.send({ type: 'user.card removed' })}>
            {t('payment.card.again')}
          </Button>
        </div>
      ) : frame === null ? (
        <Notice tone="warning">{t('payment.card.blocked')}</Notice>
      ) : (
        <FramePlace actor={actor} snapshot={snapshot}>
          {!lookedAt && (
            <iframe
              ref={place}
              key={frames}
              {...describedBy(id, { help, error })}
              className={css['frame']}
              title={label}
              src={frame}
              sandbox={permissions}
              referrerPolicy="strict-origin"
            />
          )}
        </FramePlace>
      )}
    </Field>
  );
}
