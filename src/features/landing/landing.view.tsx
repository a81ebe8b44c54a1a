import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { landingMachine } from '../../../machines/flows/landing/landing.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { Page, Title } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { QuoteForm } from './quote-form.tsx';
import { Rates } from './rates.tsx';
import css from './landing.module.css';

export type LandingActor = ActorRefFrom<typeof landingMachine>;
export type LandingSnapshot = SnapshotFrom<typeof landingMachine>;

const whole = (snapshot: LandingSnapshot) => snapshot;

const whys = { elsewhere: 'landing.elsewhere', 'put off': 'landing.put_off', visitor: 'landing.members' };

/** The way of every exchange, told before it begins. */
const steps = ['terms', 'confirm', 'wallet'] as const;

/** The home page: what an exchange would come to, for a person who is not known yet. */
export default function LandingView({ actor }: { actor: LandingActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const { pairs, trouble, why } = snapshot.context;

  const card = () => {
    if (snapshot.hasTag('form')) return <QuoteForm actor={actor} snapshot={snapshot} />;
    const retry = (
      <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
        {t('form.retry')}
      </Button>
    );
    if (snapshot.hasTag('busy'))
      return (
        <Surface className={css['waits']}>
          <Waiting>{t('landing.loading')}</Waiting>
          <Skeleton width="medium" />
          <Skeleton of="field" />
          <Skeleton width="medium" />
          <Skeleton of="field" />
          <Skeleton of="block" />
        </Surface>
      );
    return (
      <Surface className={css['card']}>
        {snapshot.hasTag('attention') ? (
          <ErrorState title={t('landing.failed.title')} text={trouble && told(trouble)} action={retry} />
        ) : (
          <EmptyState title={t('landing.closed.title')} text={t('landing.closed.text')} action={retry} />
        )}
      </Surface>
    );
  };

  return (
    <Page width="list" className={css['page']}>
      {why && <Notice alert>{t(whys[why])}</Notice>}
      <div className={css['columns']}>
        <header className={css['head']}>
          <Title size="large" called="">
            {t('landing.title')}
          </Title>
          <p className={css['lead']}>{t('landing.text')}</p>
        </header>
        {card()}
        <ol className={css['steps']}>
          {steps.map((step) => (
            <li key={step}>
              <strong>{t(`ui.landing.step.${step}.title`)}</strong>
              <span>{t(`ui.landing.step.${step}.text`)}</span>
            </li>
          ))}
        </ol>
      </div>
      <Rates pairs={pairs} />
    </Page>
  );
}
