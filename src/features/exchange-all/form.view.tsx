import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { exchangeAllFormMachine } from '../../../machines/flows/exchange-all/form.machine.ts';
import { useStep } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Row, Stack, Title } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Wallets } from './wallets.tsx';
import css from './exchange-all.module.css';

export type FormActor = ActorRefFrom<typeof exchangeAllFormMachine>;
export type FormSnapshot = SnapshotFrom<typeof exchangeAllFormMachine>;

/** The form's place, in its final size, while it is read. */
function Loading() {
  const { t } = useWords();
  return (
    <Surface className={css['form']}>
      <Waiting>{t('exchange_all.loading')}</Waiting>
      <Skeleton width="medium" />
      <Skeleton of="field" />
      <Skeleton of="field" />
      <Skeleton of="field" />
      <Skeleton of="block" />
    </Surface>
  );
}

/** No form: nothing to exchange, no such currency, or it could not be read. */
function Absent({ actor, snapshot }: { actor: FormActor; snapshot: FormSnapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { trouble } = snapshot.context;
  const isEmpty = snapshot.hasTag('empty');
  const retry = (
    <Button
      variant={isEmpty ? 'plain' : 'primary'}
      says="user.retried"
      onClick={() => actor.send({ type: 'user.retried' })}
    >
      {t('form.retry')}
    </Button>
  );
  if (isEmpty)
    return (
      <EmptyState
        title={t('exchange_all.empty.title')}
        text={t('exchange_all.empty.text')}
        action={
          <Row gap={2}>
            <LinkButton variant="primary" href="/deposit">
              {t('amount.top_up')}
            </LinkButton>
            {retry}
          </Row>
        }
      />
    );
  return snapshot.can({ type: 'user.retried' }) ? (
    <ErrorState title={t('exchange_all.unread.title')} text={trouble && told(trouble)} action={retry} />
  ) : (
    <ErrorState
      drawing="lost"
      title={t('exchange_all.unavailable.title')}
      text={t('exchange_all.unavailable.text')}
      action={
        <Button
          variant="primary"
          says="user.currency chosen"
          saysValue=""
          onClick={() => actor.send({ type: 'user.currency chosen', value: '' })}
        >
          {t('exchange_all.another')}
        </Button>
      }
    />
  );
}

/** Into what, and out of which wallets: loading, absent, or the form itself. */
export default function FormView({ actor }: { actor: FormActor }) {
  const { t } = useWords();
  const snapshot = useStep(actor);
  const isForm = snapshot.hasTag('form') || snapshot.context.form !== null;
  const isAbsent = !isForm && (snapshot.hasTag('attention') || snapshot.hasTag('empty'));
  const heading = useHeadingFocus(isForm ? 'form' : isAbsent ? 'absent' : 'loading');
  return (
    <Stack gap={4}>
      <Title ref={heading}>{t('exchange_all.title')}</Title>
      {isForm && <Wallets actor={actor} snapshot={snapshot} />}
      {isAbsent && (
        <Surface>
          <Absent actor={actor} snapshot={snapshot} />
        </Surface>
      )}
      {!isForm && !isAbsent && <Loading />}
    </Stack>
  );
}
