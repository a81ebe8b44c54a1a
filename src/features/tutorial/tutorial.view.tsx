import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { tutorialMachine } from '../../../machines/flows/tutorial/tutorial.machine.ts';
import { hintSteps } from '../../../machines/form/hints.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Row, Stack } from '../../ui/layout.tsx';
import css from './tutorial.module.css';

const hintsOf = ({ context }: SnapshotFrom<typeof tutorialMachine>) => context.hints;

/** Every hint, to be read here or shown beside what it is about. It stands in a window, which has the heading. */
export default function TutorialView({ actor }: { actor: ActorRefFrom<typeof tutorialMachine> }) {
  const { t } = useWords();
  const hints = useSelector(actor, hintsOf);
  return (
    <Stack gap={4}>
      <p>{t('tutorial.text')}</p>
      <Row>
        <Button variant="primary" says="user.hints shown" onClick={() => actor.send({ type: 'user.hints shown' })}>
          {t('tutorial.show_all')}
        </Button>
        <Button says="user.hints hidden" onClick={() => actor.send({ type: 'user.hints hidden' })}>
          {t('tutorial.hide_all')}
        </Button>
      </Row>
      <ol className={css['steps']}>
        {hintSteps.map((step) => (
          <li key={step}>
            <Checkbox
              label={t(`hints.${step}.title`)}
              help={t(`hints.${step}.text`)}
              value={hints[step] === true}
              says="user.hint toggled"
              saysValue={step}
              onValue={() => actor.send({ type: 'user.hint toggled', value: step })}
            />
          </li>
        ))}
      </ol>
      <Row>
        <Button says="user.dismissed" onClick={() => actor.send({ type: 'user.dismissed' })}>
          {t('tutorial.close')}
        </Button>
      </Row>
    </Stack>
  );
}
