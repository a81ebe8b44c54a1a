import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { transferFormMachine } from '../../../machines/flows/transfer/form.machine.ts';
import { useStep } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHeadingFocus } from '../../ui/focus.ts';
import { Stack, Title } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { TransferFields } from './fields.tsx';
import css from './transfer.module.css';

export type FormActor = ActorRefFrom<typeof transferFormMachine>;
export type FormSnapshot = SnapshotFrom<typeof transferFormMachine>;

/** The form's place, in its final size, while it is read. */
function Loading() {
  const { t } = useWords();
  return (
    <Surface className={css['form']}>
      <Waiting>{t('transfer.loading')}</Waiting>
      {[0, 1, 2].map((field) => (
        <Stack gap={1} key={field}>
          <Skeleton width="medium" />
          <Skeleton of="field" />
          <Skeleton width="long" />
        </Stack>
      ))}
      <Skeleton of="block" />
    </Surface>
  );
}

/** Whom money goes to and how much of it: loading, nothing to send from, not read, or the form itself. */
export default function FormView({ actor }: { actor: FormActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useStep(actor);
  const { form, trouble } = snapshot.context;
  const isForm = snapshot.hasTag('form') || form !== null;
  const isAbsent = !isForm && (snapshot.hasTag('attention') || snapshot.hasTag('empty'));
  const heading = useHeadingFocus(isForm ? 'form' : isAbsent ? 'absent' : 'loading');
  const retry = (
    <Button variant="primary" says="user.retried" onClick={() => actor.send({ type: 'user.retried' })}>
      {t('form.retry')}
    </Button>
  );
  return (
    <Stack gap={4}>
      <Title ref={heading}>{t('transfer.title')}</Title>
      {isForm && <TransferFields actor={actor} snapshot={snapshot} />}
      {isAbsent && (
        <Surface>
          {snapshot.hasTag('empty') ? (
            <EmptyState title={t('transfer.empty.title')} text={t('transfer.empty.text')} action={retry} />
          ) : (
            <ErrorState title={t('transfer.unread.title')} text={trouble && told(trouble)} action={retry} />
          )}
        </Surface>
      )}
      {!isForm && !isAbsent && <Loading />}
    </Stack>
  );
}
