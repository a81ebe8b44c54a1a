import { useId } from 'react';
import { useSelector } from '@xstate/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Download from 'lucide-react/icons/download';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { secondsHeld } from '../../../machines/sign-in/wait.ts';
import type { uploadMachine } from '../../../machines/upload/upload.machine.ts';
import { formatSize } from '../../i18n/size.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { join } from '../../ui/join.ts';
import { LiveRegion } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { Held } from '../parts/held.tsx';
import { Choice } from './choice.tsx';
import { Preview, Viewfinder } from './preview.tsx';
import css from './upload.module.css';

export type UploadActor = ActorRefFrom<typeof uploadMachine>;
export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>;
interface PartProps {
  actor: UploadActor;
  snapshot: UploadSnapshot;
}

const whole = (snapshot: UploadSnapshot) => snapshot;

function Remove({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const removed = { type: 'user.file removed', value: snapshot.context.side } as const;
  return (
    <Button
      says={removed.type}
      saysValue={removed.value}
      pending={snapshot.matches('removing')}
      onClick={() => actor.send(removed)}
    >
      {t('upload.remove')}
    </Button>
  );
}

function CameraPart({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { side: field } = snapshot.context;
  const isOpening = snapshot.matches({ camera: 'opening' });
  return (
    <>
      {isOpening ? <Waiting>{t('upload.camera.opening')}</Waiting> : <Viewfinder />}
      <div className={css['tools']}>
        {!isOpening && (
          <Button
            variant="primary"
            says="user.shot taken"
            saysFor={field}
            pending={snapshot.hasTag('busy')}
            onClick={() => actor.send({ type: 'user.shot taken', field })}
          >
            {t('upload.camera.take')}
          </Button>
        )}
        <Button
          says="user.camera closed"
          saysFor={field}
          onClick={() => actor.send({ type: 'user.camera closed', field })}
        >
          {t('upload.camera.close')}
        </Button>
        <Choice actor={actor} snapshot={snapshot} />
      </div>
    </>
  );
}

const ways = ['left', 'right'] as const;

function InHand({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { side: field, file, percent } = snapshot.context;
  const isGoing = snapshot.matches('sending');
  return (
    <>
      <Preview snapshot={snapshot} />
      {snapshot.matches('ready') && <p className={css['small']}>{t('upload.check')}</p>}
      {isGoing && (
        <>
          <p aria-hidden="true">{t('upload.sending', { percent })}</p>
          <LiveRegion>{t('upload.sending', { percent: Math.floor(percent / 25) * 25 })}</LiveRegion>
          <progress className={css['bar']} max={100} value={percent} aria-label={t(`verification.side.${field}`)} />
        </>
      )}
      <div className={css['tools']}>
        {/* It stays where it was pressed: what is pressed twice is not stopped. */}
        <Button
          variant="primary"
          says="user.sent"
          saysFor={field}
          pending={isGoing}
          onClick={() => actor.send({ type: 'user.sent', field })}
        >
          {t(snapshot.matches('failed') ? 'upload.again' : 'upload.send')}
        </Button>
        {isGoing ? (
          <Button
            says="user.sending stopped"
            saysFor={field}
            onClick={() => actor.send({ type: 'user.sending stopped', field })}
          >
            {t('upload.stop')}
          </Button>
        ) : (
          <>
            {snapshot.matches('ready') &&
              file?.kind !== 'pdf' &&
              ways.map((value) => (
                <Button
                  key={value}
                  icon={
                    value === 'left' ? (
                      <RotateCcw size={20} aria-hidden="true" />
                    ) : (
                      <RotateCw size={20} aria-hidden="true" />
                    )
                  }
                  says="user.turned"
                  saysFor={field}
                  saysValue={value}
                  onClick={() => actor.send({ type: 'user.turned', field, value })}
                >
                  {t(`upload.turn.${value}`)}
                </Button>
              ))}
            <Choice actor={actor} snapshot={snapshot} another />
            <Remove actor={actor} snapshot={snapshot} />
          </>
        )}
      </div>
    </>
  );
}

function Kept({ actor, snapshot }: PartProps) {
  const { t, locale } = useWords();
  const { stored, side: field } = snapshot.context;
  if (!stored) return null;
  return (
    <>
      <p className={css['is']}>
        <CircleCheck size={16} className={css['good']} aria-hidden="true" />
        {t('upload.stored')} {stored.ending.toUpperCase()} {formatSize(stored.size, locale)}
      </p>
      <div className={css['tools']}>
        <Choice actor={actor} snapshot={snapshot} another />
        <Button
          icon={<Download size={20} aria-hidden="true" />}
          says="user.copy wanted"
          saysFor={field}
          onClick={() => actor.send({ type: 'user.copy wanted', field })}
        >
          {t('upload.download')}
        </Button>
        <Remove actor={actor} snapshot={snapshot} />
      </div>
    </>
  );
}

/** It could not be found out what there is. */
function Unknown({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { side: field } = snapshot.context;
  return (
    <>
      <p>{t('upload.unknown')}</p>
      <div className={css['tools']}>
        <Button says="user.side wanted" saysFor={field} onClick={() => actor.send({ type: 'user.side wanted', field })}>
          {t('form.retry')}
        </Button>
      </div>
    </>
  );
}

/** What was chosen is still as it was given. */
function Unlooked({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { side: field } = snapshot.context;
  return (
    <>
      <p>{t('upload.unlooked')}</p>
      <div className={css['tools']}>
        <Button
          variant="primary"
          says="user.look wanted"
          saysFor={field}
          onClick={() => actor.send({ type: 'user.look wanted', field })}
        >
          {t('form.retry')}
        </Button>
        <Choice actor={actor} snapshot={snapshot} another />
        <Remove actor={actor} snapshot={snapshot} />
      </div>
    </>
  );
}

/** Too many files. What is in hand need not wait with whoever does. */
function Waits({ actor, snapshot }: PartProps) {
  const { trouble, file } = snapshot.context;
  return (
    <>
      <Held trouble={trouble} seconds={secondsHeld(snapshot.context)} />
      {file && (
        <div className={css['tools']}>
          <Remove actor={actor} snapshot={snapshot} />
        </div>
      )}
    </>
  );
}

const waitedFor = {
  looking: 'upload.looking',
  removing: 'upload.removing',
  'finding out': 'upload.finding',
  saving: 'upload.saving',
} as const;
const waited = Object.keys(waitedFor) as (keyof typeof waitedFor)[];

/** What stands there of the side, by where its file is. */
function Body({ actor, snapshot, missing, id }: PartProps & { missing: boolean; id: string }) {
  const { t } = useWords();
  const { stored, trouble } = snapshot.context;
  if (snapshot.matches('camera')) return <CameraPart actor={actor} snapshot={snapshot} />;
  const awaited = waited.find((state) => snapshot.matches(state));
  if (awaited) return <Waiting>{t(waitedFor[awaited])}</Waiting>;
  if (snapshot.matches('held')) return <Waits actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('unknown')) return <Unknown actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('not looked at')) return <Unlooked actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('ready') || snapshot.matches('sending') || snapshot.matches('failed'))
    return <InHand actor={actor} snapshot={snapshot} />;
  if (snapshot.matches('accepted'))
    return (
      <p className={css['is']}>
        <CircleCheck size={16} className={css['good']} aria-hidden="true" />
        {t('upload.accepted')}
      </p>
    );
  if (snapshot.matches('stored')) return <Kept actor={actor} snapshot={snapshot} />;
  // What is told of the file that was here says more.
  const isLacking = missing && trouble === null && stored?.reason === undefined;
  return (
    <>
      {stored?.reason && (
        <div id={`${id}-reason`}>
          <Notice tone="danger">{t(`verification.reason.${stored.reason}`)}</Notice>
        </div>
      )}
      <p className={css['small']} id={`${id}-hint`}>
        {t('upload.hint')}
      </p>
      {isLacking && (
        <p className={css['wrong']} id={`${id}-lacking`}>
          <CircleAlert size={16} aria-hidden="true" />
          {t('upload.lacking')}
        </p>
      )}
      <div className={css['tools']}>
        <Choice
          actor={actor}
          snapshot={snapshot}
          invalid={missing || trouble !== null || stored?.reason !== undefined}
          describedBy={join(
            trouble !== null && `${id}-trouble`,
            stored?.reason && `${id}-reason`,
            isLacking && `${id}-lacking`,
            `${id}-hint`,
          )}
        />
        {snapshot.matches('turned down') && <Remove actor={actor} snapshot={snapshot} />}
      </div>
    </>
  );
}

/** One side of a document: its file is chosen, turned, sent, and told apart from the other. `missing`: it was handed in without. */
export default function UploadView({ actor, missing = false }: { actor: UploadActor; missing?: boolean }) {
  const { t } = useWords();
  const told = useTold();
  const id = useId();
  const snapshot = useSelector(actor, whole);
  const { side, trouble, unsure } = snapshot.context;
  const place = useHandedFocus(JSON.stringify(snapshot.value));
  return (
    <Surface as="section" className={css['side']} aria-labelledby={id}>
      <h2 className={css['name']} id={id} tabIndex={-1} ref={place}>
        {t(`verification.side.${side}`)}
      </h2>
      {snapshot.matches('failed') && <p>{t(unsure ? 'upload.unsure' : 'upload.failed')}</p>}
      {trouble && !snapshot.matches('held') && (
        <div id={`${id}-trouble`}>
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        </div>
      )}
      <Body actor={actor} snapshot={snapshot} missing={missing} id={id} />
    </Surface>
  );
}
