import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { added } from '../../../contract/limits.ts';
import { frameOf, untilAnotherLetter, untilHidden } from '../../../machines/flows/card/look.context.ts';
import type { lookMachine } from '../../../machines/flows/card/look.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { useErrorFocus } from '../../ui/focus.ts';
import { useLookedAt } from '../../ui/frame.ts';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { LiveRegion, Row, Stack } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Surface } from '../../ui/surface.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useTold } from '../../ui/told.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { AnotherLetter, UntilAnother } from '../parts/another-letter.tsx';
import css from './card.module.css';

export type LookActor = ActorRefFrom<typeof lookMachine>;
type Snapshot = SnapshotFrom<typeof lookMachine>;
interface PartProps {
  actor: LookActor;
  snapshot: Snapshot;
}

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.number wanted' } as const;
const unwanted = { type: 'user.number unwanted' } as const;
const sent = { type: 'user.code sent' } as const;
const anotherLetter = { type: 'user.code wanted' } as const;

/** Its own origin keeps this page out of it; as it is not this page's, the frame cannot take the sandbox away. */
const permissions = 'allow-scripts allow-same-origin';

function Hidden({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const { why } = snapshot.context;
  return (
    <>
      {why && <Notice>{t(`card_look.${why}`)}</Notice>}
      <p className={css['note']}>{t('card_look.text')}</p>
      <Row>
        <Button says={wanted.type} pending={snapshot.matches('asking')} onClick={() => actor.send(wanted)}>
          {t('card_look.show')}
        </Button>
      </Row>
    </>
  );
}

function Code({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const told = useTold();
  const { sent: letter, wrong, code, corrections } = snapshot.context;
  const form = useErrorFocus<HTMLFormElement>(corrections);
  const sending = snapshot.matches('asking');
  return (
    <form
      ref={form}
      className={css['code']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send(sent);
      }}
    >
      <TextField
        label={t('operation.code.label')}
        help={t('operation.code.help', { address: letter?.to ?? '', left: letter?.left ?? 0 })}
        error={wrong ? told(wrong) : undefined}
        value={code}
        says="user.code typed"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        readOnly={!snapshot.can({ type: 'user.code typed', value: '' })}
        onValue={(value) => actor.send({ type: 'user.code typed', value })}
      />
      <Row>
        <Button type="submit" variant="primary" main says={sent.type} pending={snapshot.matches('proving')}>
          {t('card_look.prove')}
        </Button>
        <Button says={unwanted.type} disabled={!snapshot.can(unwanted)} onClick={() => actor.send(unwanted)}>
          {t('card_look.leave')}
        </Button>
      </Row>
      <Button
        variant="plain"
        size="small"
        says={anotherLetter.type}
        pending={sending}
        aria-disabled={!snapshot.can(anotherLetter) || undefined}
        onClick={() => actor.send(anotherLetter)}
      >
        {t('operation.code.again')}
      </Button>
      <UntilAnother left={untilAnotherLetter(snapshot.context)} says="operation.code.wait" />
      <AnotherLetter sending={sending} letter={letter?.againAt}>
        {sending ? t('operation.code.sending') : t('operation.code.sent', { address: letter?.to ?? '' })}
      </AnotherLetter>
    </form>
  );
}

/** The page of the issuer. It forgets what it shows by itself, and is taken away by this page's clock besides. */
function Shown({ actor, snapshot }: PartProps) {
  const { t } = useWords();
  const frame = frameOf(snapshot.context);
  const lookedAt = useLookedAt();
  const isAwaited = snapshot.matches({ shown: 'awaited' });
  return (
    <>
      <div className={css['place']} data-covered={isAwaited || undefined}>
        {frame !== null && !lookedAt && (
          <iframe
            className={css['frame']}
            title={t('card_look.title')}
            src={frame}
            sandbox={permissions}
            referrerPolicy="strict-origin"
          />
        )}
        {isAwaited && <Waiting>{t('card_look.loading')}</Waiting>}
      </div>
      <Row spread>
        {!isAwaited && (
          <Countdown left={untilHidden(snapshot.context)} total={added.shown}>
            {(time) => t('card_look.until', { time })}
          </Countdown>
        )}
        <Button says={unwanted.type} onClick={() => actor.send(unwanted)}>
          {t('card_look.hide')}
        </Button>
      </Row>
    </>
  );
}

/** The number of a card: hidden, behind a code by e-mail, or in the frame of its issuer for half a minute. */
export default function LookView({ actor }: { actor: LookActor }) {
  const { t } = useWords();
  const told = useTold();
  const snapshot = useSelector(actor, whole);
  const { sent: letter, trouble, why } = snapshot.context;
  const screen = snapshot.matches('shown') ? 'shown' : letter === null ? 'hidden' : 'code';
  const place = useHandedFocus(screen);
  const parts = { actor, snapshot };
  return (
    <Surface as="section" aria-labelledby="card-look">
      <LiveRegion>{screen === 'hidden' && why ? t(`card_look.${why}`) : ''}</LiveRegion>
      <Stack gap={4}>
        <h2 id="card-look" ref={place} tabIndex={-1} className={css['heading']}>
          {t('card_look.title')}
        </h2>
        {trouble && (
          <Notice tone="danger" alert>
            {told(trouble)}
          </Notice>
        )}
        {screen === 'hidden' && <Hidden {...parts} />}
        {screen === 'code' && <Code {...parts} />}
        {screen === 'shown' && <Shown {...parts} />}
      </Stack>
    </Surface>
  );
}
