import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { formMachine } from '../../../machines/flows/exchange/form.machine.ts';
import { useStep } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Stack, Title } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { PairForm } from './pair-form.tsx';
import css from './exchange.module.css';

export type FormActor = ActorRefFrom<typeof formMachine>;
export type FormSnapshot = SnapshotFrom<typeof formMachine>;

/** The form's place, in its final size, while it is read. */
function Loading() {
  const { t } = useWords();
  const field = (
    <Stack gap={1}>
      <Skeleton width="medium" />
      <Skeleton of="field" />
      <Skeleton width="long" />
    </Stack>
  );
  return (
    <Surface className={css['form']}>
      <Waiting>{t('exchange.loading')}</Waiting>
      {field}
      <Skeleton of="title" />
      {field}
      <Skeleton of="block" />
    </Surface>
  );
}

/** No form: the pair is not there, or could not be read. */
function Absent({ actor, snapshot }: { actor: FormActor; snapshot: FormSnapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { trouble } = snapshot.context;
  return snapshot.can({ type: 'user.retried' }) ? (
    <ErrorState
      title={t('exchange.unread.title')}
      text={trouble && told(trouble)}
      action={
        <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
          {t('form.retry')}
        </Button>
      }
    />
  ) : (
    <ErrorState
      drawing="lost"
      title={t('exchange.unavailable.title')}
      text={t('exchange.unavailable.text')}
      action={
        <Button
          variant="primary"
          says="user.another pair wanted"
          onClick={() => actor.send({ type: 'user.another pair wanted' })}
        >
          {t('exchange.another_pair')}
        </Button>
      }
    />
  );
}

/** How much of one currency for how much of another: loading, absent, or the form itself. */
export default function FormView({ actor }: { actor: FormActor }) {
  const { t } = useWords();
  const snapshot = useStep(actor);
  const { src, dst, form } = snapshot.context;
  const isForm = snapshot.hasTag('form') || form !== null;
  const isAbsent = !isForm && snapshot.hasTag('attention');
  const heading = useHeadingFocus(isForm ? 'form' : isAbsent ? 'absent' : 'loading');
  return (
    <Stack gap={4}>
      <Title ref={heading}>{t('exchange.title', { src, dst })}</Title>
      {isForm && <PairForm actor={actor} snapshot={snapshot} />}
      {isAbsent && (
        <Surface>
          <Absent actor={actor} snapshot={snapshot} />
        </Surface>
      )}
      {!isForm && !isAbsent && <Loading />}
    </Stack>
  );
}
