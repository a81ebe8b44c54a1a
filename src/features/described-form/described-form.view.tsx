import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { describedFormMachine } from '../../../machines/described-form/described-form.machine.ts';
import { useStep } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { useTold } from '../../ui/told.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Row, Stack, Title } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { ToVerification } from '../methods/to-verification.tsx';
import { AnotherMethod } from './another-method.tsx';
import { FilledForm } from './filled-form.tsx';
import css from './described-form.module.css';

export type DescribedFormActor = ActorRefFrom<typeof describedFormMachine>;
export type DescribedFormSnapshot = SnapshotFrom<typeof describedFormMachine>;

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
      <Waiting>{t('payment.loading')}</Waiting>
      {field}
      {field}
      {field}
      <Skeleton of="block" />
    </Surface>
  );
}

/** No form: the method cannot be used, or the form could not be read. */
function Absent({ actor, snapshot }: { actor: DescribedFormActor; snapshot: DescribedFormSnapshot }) {
  const { t } = useWords();
  const told = useTold();
  const { trouble, closed } = snapshot.context;
  return snapshot.can({ type: 'user.retried' }) ? (
    <ErrorState
      title={t('payment.unread.title')}
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
      title={t('payment.unavailable.title')}
      text={closed === '' ? t('payment.unavailable.text') : t(`method.closed.${closed}`)}
      action={
        closed === 'unverified' ? (
          <Row className={css['end']}>
            <ToVerification variant="primary" />
            <AnotherMethod actor={actor} variant="plain" />
          </Row>
        ) : (
          <AnotherMethod actor={actor} variant="primary" />
        )
      }
    />
  );
}

/** A form that the server describes: loading, absent, or the form itself. */
export default function DescribedFormView({ actor }: { actor: DescribedFormActor }) {
  const { t } = useWords();
  const snapshot = useStep(actor);
  const { kind, form } = snapshot.context;
  const isForm = snapshot.hasTag('form') || form !== null;
  const isAbsent = !isForm && snapshot.hasTag('attention');
  const heading = useHeadingFocus(isForm ? 'form' : isAbsent ? 'absent' : 'loading');
  return (
    <Stack gap={4}>
      <Title ref={heading}>
        {form ? t(`payment.form.title.${kind}`, { method: form.method.name }) : t(`payment.title.${kind}`)}
      </Title>
      {isForm && <FilledForm actor={actor} snapshot={snapshot} />}
      {isAbsent && (
        <Surface>
          <Absent actor={actor} snapshot={snapshot} />
        </Surface>
      )}
      {!isForm && !isAbsent && <Loading />}
    </Stack>
  );
}
