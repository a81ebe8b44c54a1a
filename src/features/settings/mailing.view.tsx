import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { isOn, type mailingMachine } from '../../../machines/flows/settings/mailing.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Part } from '../parts/part.tsx';

export type MailingActor = ActorRefFrom<typeof mailingMachine>;
type Snapshot = SnapshotFrom<typeof mailingMachine>;

const whole = (snapshot: Snapshot) => snapshot;
const wanted = { type: 'user.letters wanted' } as const;

/** Which letters come, a line a kind. Those that always come say why. */
export default function MailingView({ actor }: { actor: MailingActor }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { context } = snapshot;
  const may = snapshot.can({ type: 'user.letters chosen', field: 'operations', value: false });
  return (
    <Part
      id="mailing"
      title={t('mailing.title')}
      waiting={context.items === null && t('mailing.reading')}
      unread={snapshot.matches('unread') && t('mailing.unread')}
      undone={snapshot.matches('unsaved') && { title: t('mailing.unsaved'), retry: t('mailing.save_again') }}
      trouble={context.trouble}
      again={wanted.type}
      onAgain={() => actor.send(wanted)}
    >
      {context.items?.map((item) => (
        <Checkbox
          key={item.kind}
          label={t(`mailing.${item.kind}`)}
          help={t(item.locked ? 'mailing.security.why' : `mailing.${item.kind}.help`)}
          value={isOn(context, item)}
          disabled={item.locked || !may}
          {...(item.locked ? {} : { says: 'user.letters chosen', saysFor: item.kind })}
          onValue={(value) => actor.send({ type: 'user.letters chosen', field: item.kind, value })}
        />
      ))}
    </Part>
  );
}
