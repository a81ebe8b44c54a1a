import type { RefObject } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { troubleOf } from '../../../machines/form/trouble.ts';
import { codeProblem, remaining } from '../../../machines/operation/operation.context.ts';
import { hasRate, wordsOf } from '../../../machines/operation/operation.words.ts';
import { formatMoney } from '../../i18n/amount.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { join } from '../../ui/join.ts';
import { Title } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Extras } from './extras.ts';
import { scaleIn } from './scales.ts';
import type { OperationActor, OperationSnapshot } from './screen-of.ts';
import type { Said, Voice } from './sheet.tsx';
import { Compared } from './terms-changed.tsx';
import css from './operation.module.css';

export interface ReviewProps {
  actor: OperationActor;
  snapshot: OperationSnapshot;
  heading: RefObject<HTMLHeadingElement | null>;
  operation: Operation;
  step: 'reviewing' | 'terms changed' | 'submitting';
  extras: Extras;
}

const titles = {
  reviewing: 'operation.reviewing.title',
  'terms changed': 'operation.terms_changed.title',
  submitting: 'operation.submitting.title',
};

/** The receipt in the making: exact terms, the time that they hold, one button that says what it does. */
export function sayReview(
  { actor, snapshot, heading, operation, step, extras: { SecondStep } }: ReviewProps,
  { t, locale, told }: Voice,
): Said {
  const { previous, error, nothingSent } = snapshot.context;
  const left = remaining(snapshot.context);
  const { give, get } = operation.terms;
  const isSending = step === 'submitting';
  const code = (ahead: boolean) =>
    step === 'reviewing' && SecondStep && <SecondStep actor={actor} snapshot={snapshot} ahead={ahead} />;
  return {
    head: (
      <>
        <Title ref={heading}>{t(titles[step])}</Title>
        {isSending ? (
          <p className={css['quiet']}>{t('operation.submitting.text')}</p>
        ) : left > 0 ? (
          <Countdown left={left} total={Date.parse(operation.expires_at) - Date.parse(operation.created_at)}>
            {(time) => t(hasRate(operation) ? 'operation.countdown' : 'operation.held_for', { time })}
          </Countdown>
        ) : (
          <p className={css['quiet']}>{t('operation.lapsed')}</p>
        )}
      </>
    ),
    notices: (
      <>
        {code(true)}
        {step === 'terms changed' && <Notice tone="warning">{t('operation.terms_changed.text')}</Notice>}
        {step === 'reviewing' && nothingSent && <Notice tone="neutral">{t('operation.nothing_sent')}</Notice>}
        {!isSending &&
          operation.warnings?.map((warning) => (
            <Notice key={warning} tone="warning">
              {t(`operation.warning.${warning}`)}
            </Notice>
          ))}
        {step === 'reviewing' && error && !codeProblem(snapshot.context, snapshot.hasTag('corrected')) && (
          <Notice tone="danger" alert>
            {told(troubleOf(error))}
          </Notice>
        )}
      </>
    ),
    instead: step === 'terms changed' && previous ? <Compared old={previous} fresh={operation} /> : undefined,
    ...((isSending || !operation.second_step) && {
      course: { present: isSending ? t('ui.step.sending') : undefined },
    }),
    last: code(false),
    below: (
      <div className={join(css['actions'], css['near'])}>
        <Button
          variant="primary"
          size="large"
          says="user.confirmed"
          pending={isSending}
          disabled={!snapshot.can({ type: 'user.confirmed' })}
          onClick={() => actor.send({ type: 'user.confirmed' })}
        >
          {t(wordsOf.confirm(operation), {
            give: formatMoney(give, scaleIn(operation, give), locale),
            get: formatMoney(get, scaleIn(operation, get), locale),
          })}
        </Button>
        <Button
          size="large"
          says="user.went back"
          disabled={!snapshot.can({ type: 'user.went back' })}
          onClick={() => actor.send({ type: 'user.went back' })}
        >
          {t('operation.back')}
        </Button>
      </div>
    ),
  };
}
