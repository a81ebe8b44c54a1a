import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import type { hintsMachine } from '../../../machines/residents/hints/hints.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useLeftFocus } from '../../ui/handed-focus.ts';
import css from './hints.module.css';

export type HintsActor = ActorRefFrom<typeof hintsMachine>;
type Snapshot = SnapshotFrom<typeof hintsMachine>;

const stepOf = ({ context }: Snapshot) => context.step;

function Hint({ actor, step }: { actor: HintsActor; step: string }) {
  const { t } = useWords();
  return (
    <section ref={useLeftFocus()} className={css['hint']} aria-label={t(`hints.${step}.title`)}>
      {/* New words in the old ones' place would not be read: a live area tells what is added. */}
      <div key={step} className={css['words']}>
        <p className={css['title']}>{t(`hints.${step}.title`)}</p>
        <p>{t(`hints.${step}.text`)}</p>
        <p className={css['place']}>{t('hints.place', { at: step.slice('step_'.length), of: limits.tutorialSteps })}</p>
      </div>
      <div className={css['ways']}>
        <Button
          size="small"
          says="user.hint hidden"
          saysValue={step}
          onClick={() => actor.send({ type: 'user.hint hidden', value: step })}
        >
          {t('hints.hide')}
        </Button>
        <Button
          size="small"
          variant="plain"
          says="user.hints hidden"
          onClick={() => actor.send({ type: 'user.hints hidden' })}
        >
          {t('hints.hide_all')}
        </Button>
      </div>
    </section>
  );
}

/** One hint beside its element, where the browser can do that, else where news stand. It stands in a live area; the page goes on below it. */
export default function HintsView({ actor }: { actor: HintsActor }) {
  const step = useSelector(actor, stepOf);
  return step && <Hint actor={actor} step={step} />;
}
