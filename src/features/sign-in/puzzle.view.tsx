import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Puzzle } from '../../../contract/calls/puzzle.ts';
import { farthest } from '../../../machines/sign-in/puzzle.context.ts';
import type { puzzleMachine } from '../../../machines/sign-in/puzzle.machine.ts';
import { secondsHeld, secondsLeft } from '../../../machines/sign-in/wait.ts';
import { formatCountdown } from '../../i18n/dates.ts';
import { tellTrouble } from '../../i18n/trouble.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { LiveRegion, Row } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { Held } from '../parts/held.tsx';
import css from './puzzle.module.css';
import { Sheet } from './sheet.tsx';
import { Aside, SignInForm } from './sign-in-form.tsx';

type Actor = ActorRefFrom<typeof puzzleMachine>;
type Snapshot = SnapshotFrom<typeof puzzleMachine>;
interface PartProps {
  actor: Actor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;

type Screen = 'loading' | 'moving' | 'patient' | 'over' | 'held' | 'done';
const screenOf = (snapshot: Snapshot): Screen => {
  if (snapshot.matches('checking')) return snapshot.context.waits ? 'patient' : 'moving';
  return (['loading', 'moving', 'patient', 'over', 'held'] as const).find((state) => snapshot.matches(state)) ?? 'done';
};

const titles: Record<Screen, string> = {
  loading: 'puzzle.title',
  moving: 'puzzle.title',
  patient: 'puzzle.patient.title',
  over: 'puzzle.title',
  held: 'login.held.title',
  done: 'puzzle.title',
};

function Control({
  actor,
  snapshot,
  type,
  children,
}: PartProps & { type: 'user.puzzle wanted' | 'user.wait chosen' | 'user.turned back'; children: string }) {
  return (
    <Aside says={type} may={snapshot.can({ type })} onClick={() => actor.send({ type })}>
      {children}
    </Aside>
  );
}

const Back = (props: PartProps) => {
  const { t } = useWords();
  return (
    <Control {...props} type="user.turned back">
      {t('puzzle.back')}
    </Control>
  );
};

/** The picture with its piece; it shrinks on the smallest screens, and the piece with it. */
function Picture({ puzzle: { picture, piece, width, height, side, top }, x }: { puzzle: Puzzle; x: number }) {
  return (
    <svg className={css['picture']} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {picture && <image href={picture} width={width} height={height} />}
      {piece && <image href={piece} x={x} y={top} width={side} height={side} />}
    </svg>
  );
}

function Moving(props: PartProps) {
  const { actor, snapshot } = props;
  const { t } = useWords();
  const { context } = snapshot;
  const busy = snapshot.hasTag('busy');
  if (!context.puzzle) return null;
  return (
    <>
      <p>{t('puzzle.text')}</p>
      <SignInForm
        corrections={context.corrections}
        wrong={0}
        trouble={context.trouble}
        submit={t(busy ? 'puzzle.checking' : 'puzzle.submit')}
        busy={busy}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
        asides={
          <>
            <Control {...props} type="user.wait chosen">
              {t('puzzle.wait')}
            </Control>
            <Control {...props} type="user.puzzle wanted">
              {t('puzzle.another')}
            </Control>
            <Back {...props} />
          </>
        }
      >
        <div className={css['puzzle']}>
          <Picture puzzle={context.puzzle} x={context.x} />
          <label className={css['label']}>
            <span>{t('puzzle.slider')}</span>
            <input
              className={css['slider']}
              type="range"
              min={0}
              max={farthest(context)}
              step={1}
              value={context.x}
              aria-disabled={!snapshot.can({ type: 'user.piece moved', value: 0 }) || undefined}
              data-says="user.piece moved"
              onChange={({ target }) => actor.send({ type: 'user.piece moved', value: Number(target.value) })}
            />
          </label>
        </div>
      </SignInForm>
    </>
  );
}

function Patient(props: PartProps) {
  const { actor, snapshot } = props;
  const { t } = useWords();
  const seconds = secondsLeft(snapshot.context.patientAt, snapshot.context.at);
  const busy = snapshot.hasTag('busy');
  return (
    <>
      <p>{t('puzzle.patient.text')}</p>
      {seconds > 0 && (
        <p role="timer" aria-live="off">
          {t('login.held.countdown', { time: formatCountdown(seconds * 1000) })}
        </p>
      )}
      <LiveRegion>{seconds > 0 ? '' : t('puzzle.patient.over')}</LiveRegion>
      <Button
        variant="primary"
        wide
        says="user.submitted"
        pending={busy}
        aria-disabled={busy || seconds > 0}
        onClick={busy || seconds > 0 ? undefined : () => actor.send({ type: 'user.submitted' })}
      >
        {t(busy ? 'puzzle.checking' : 'puzzle.submit')}
      </Button>
      <Row gap={2} spread>
        <Control {...props} type="user.puzzle wanted">
          {t('puzzle.instead')}
        </Control>
        <Back {...props} />
      </Row>
    </>
  );
}

function Over(props: PartProps) {
  const { t, locale } = useWords();
  const { trouble } = props.snapshot.context;
  return (
    <>
      {trouble && (
        <Notice tone="warning" alert>
          {tellTrouble(trouble, t, locale)}
        </Notice>
      )}
      <Row gap={2} spread>
        <Control {...props} type="user.puzzle wanted">
          {t('puzzle.another')}
        </Control>
        <Back {...props} />
      </Row>
    </>
  );
}

/** A piece is put into the notch of a picture, or waited for. */
export default function PuzzleView({ actor, over = false }: { actor: Actor; over?: boolean }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const screen = screenOf(snapshot);
  const parts = { actor, snapshot };
  const { context } = snapshot;
  return (
    <Sheet title={t(titles[screen])} screen={screen} over={over}>
      {screen === 'loading' && (
        <>
          <Waiting>{t('puzzle.loading')}</Waiting>
          <Skeleton of="field" />
          <Row>
            <Back {...parts} />
          </Row>
        </>
      )}
      {screen === 'moving' && <Moving {...parts} />}
      {screen === 'patient' && <Patient {...parts} />}
      {screen === 'over' && <Over {...parts} />}
      {screen === 'held' && (
        <>
          <Held trouble={context.trouble} seconds={secondsHeld(context)} />
          <Row>
            <Back {...parts} />
          </Row>
        </>
      )}
      {screen === 'done' && <p role="status">{t('puzzle.checking')}</p>}
    </Sheet>
  );
}
