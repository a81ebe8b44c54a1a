import type { RefObject } from 'react';
import type { Operation } from '../../../contract/operation.ts';
import { wordsOfCancel } from '../../../machines/operation/order.words.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Stack, Title } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { CancelAnswers } from './cancel-answers.tsx';
import { Details, factsOf } from './details.tsx';
import { Pair } from './pair.tsx';
import type { OperationActor, OperationSnapshot, Screen } from './screen-of.ts';
import { Terms } from './terms.tsx';
import css from './operation.module.css';

export interface BetweenProps {
  actor: OperationActor;
  snapshot: OperationSnapshot;
  heading: RefObject<HTMLHeadingElement | null>;
  operation: Operation;
  step: Extract<Screen, 'handing over' | 'not handed over' | 'asked to cancel' | 'cancelling' | 'cancelled too late'>;
}

const words = {
  'handing over': { title: 'operation.handing.title', text: 'operation.handing.text' },
  'not handed over': { title: 'operation.not_handed.title', text: 'operation.not_handed.text' },
  'asked to cancel': { title: 'operation.cancel_asked.title', text: wordsOfCancel.asked },
  cancelling: { title: 'operation.cancelling.title', text: wordsOfCancel.underWay },
  'cancelled too late': { title: 'operation.too_late.title', text: wordsOfCancel.tooLate },
} as const;

/** Between two steps of one that goes on: what is happening, or what could not be done, over the same sheet. */
export function Between({ actor, snapshot, heading, operation, step }: BetweenProps) {
  const { t } = useWords();
  const { title, text: told } = words[step];
  const text = typeof told === 'string' ? told : told(operation);
  const isNews = step === 'not handed over' || step === 'cancelled too late';
  const isAsked = step === 'asked to cancel';
  return (
    <Stack gap={4}>
      <Surface as="section" className={css['sheet']}>
        <div className={css['top']}>
          <Title ref={heading}>{t(title)}</Title>
        </div>
        {isNews || isAsked ? (
          <Notice tone="warning" alert={isNews}>
            {t(text)}
          </Notice>
        ) : (
          <p className={css['quiet']}>{t(text)}</p>
        )}
        {isAsked && (
          <div className={css['actions']}>
            <CancelAnswers size="large" send={actor.send} />
          </div>
        )}
        <Pair operation={operation} />
        <Details facts={factsOf(operation)} />
        <Terms operation={operation} />
      </Surface>
      {isNews && (
        <div className={css['actions']}>
          <Button
            variant="primary"
            size="large"
            says="user.understood"
            disabled={!snapshot.can({ type: 'user.understood' })}
            onClick={() => actor.send({ type: 'user.understood' })}
          >
            {t('operation.understood')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
