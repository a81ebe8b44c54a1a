import { codeProblem, untilAnotherCode } from '../../../machines/operation/operation.context.ts';
import type { Operation } from '../../../contract/operation.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { useTold } from '../../ui/told.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AnotherLetter, UntilAnother } from '../parts/another-letter.tsx';
import type { OperationActor, OperationSnapshot } from './screen-of.ts';
import css from './second-step.module.css';

export interface SecondStepProps {
  actor: OperationActor;
  snapshot: OperationSnapshot;
  /** Only what is said of it at the top of the sheet: the field itself may stand a screen further down. */
  ahead: boolean;
}

const place = 'code-of-the-letter';

/** Says that a code will be needed, and leads to its field. */
function Ahead() {
  const { t } = useWords();
  return (
    <p className={css['ahead']}>
      {t('operation.code.ahead')}{' '}
      <a
        href={`#${place}`}
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>(`#${place} input`)?.focus();
        }}
      >
        {t('operation.code.jump')}
      </a>
    </p>
  );
}

/** Money goes to somebody for the first time: the code from the letter stands beside the terms that it confirms. */
export function SecondStep({ ahead, ...rest }: SecondStepProps) {
  const step = rest.snapshot.context.current?.second_step;
  if (!step) return null;
  return ahead ? <Ahead /> : <Code {...rest} step={step} />;
}

type Step = NonNullable<Operation['second_step']>;

function Code({ actor, snapshot, step }: Omit<SecondStepProps, 'ahead'> & { step: Step }) {
  const { t } = useWords();
  const told = useTold();
  const problem = codeProblem(snapshot.context, snapshot.hasTag('corrected'));
  const sending = snapshot.matches({ reviewing: 'sending a letter' });
  const form = useErrorFocus<HTMLFormElement>(snapshot.context.corrections);
  return (
    <form
      className={css['code']}
      id={place}
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'user.confirmed' });
      }}
    >
      <TextField
        label={t('operation.code.label')}
        help={t('operation.code.help', { address: step.sent_to, left: step.tries_left })}
        error={problem ? told(problem) : undefined}
        value={snapshot.context.code}
        onValue={(value) => actor.send({ type: 'user.code typed', value })}
        says="user.code typed"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
      />
      <Button
        variant="plain"
        size="small"
        says="user.code wanted"
        pending={sending}
        aria-disabled={!snapshot.can({ type: 'user.code wanted' }) || undefined}
        onClick={() => actor.send({ type: 'user.code wanted' })}
      >
        {t('operation.code.again')}
      </Button>
      <UntilAnother left={untilAnotherCode(snapshot.context)} says="operation.code.wait" />
      <AnotherLetter sending={sending} letter={step.again_at}>
        {sending ? t('operation.code.sending') : t('operation.code.sent', { address: step.sent_to })}
      </AnotherLetter>
    </form>
  );
}
