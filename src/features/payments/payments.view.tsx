import { useSelector } from '@xstate/react';
import X from 'lucide-react/icons/x';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import {
  placeOfPayment,
  type PaymentNews,
  type paymentsMachine,
} from '../../../machines/residents/payments/payments.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { useConcealed } from '../../ui/concealed.ts';
import { useLeftFocus } from '../../ui/handed-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { resting } from '../../ui/resting.ts';
import { Avatar } from './avatar.tsx';
import { plainText } from './plain-text.ts';
import css from './payments.module.css';

export type PaymentsActor = ActorRefFrom<typeof paymentsMachine>;
type Snapshot = SnapshotFrom<typeof paymentsMachine>;

const currentOf = ({ context }: Snapshot) => context.current;
const chanceOf = ({ context }: Snapshot) => context.chance;

function Popup({ actor, current, avatar }: { actor: PaymentsActor; current: PaymentNews; avatar: number }) {
  const { t } = useWords();
  const concealed = useConcealed();
  const rest = (rests: boolean) => actor.send({ type: rests ? 'user.popup held' : 'user.popup released' });
  return (
    <div ref={useLeftFocus()} className={css['popup']} {...resting(rest)}>
      <Avatar number={avatar} />
      <div className={css['words']}>
        <p className={css['title']}>{plainText(current.title)}</p>
        <p>{concealed ? t('ui.amount.hidden') : plainText(current.text)}</p>
        <a className={css['open']} href={placeOfPayment(current)}>
          {t('payments.open')}
        </a>
      </div>
      <IconButton
        label={t('ui.close')}
        says="user.popup closed"
        onClick={() => actor.send({ type: 'user.popup closed' })}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Somebody sent money: who and how much, unless amounts are hidden, for a while, with the way to where it stays. It stands in a live area. */
export default function PaymentsView({ actor }: { actor: PaymentsActor }) {
  const current = useSelector(actor, currentOf);
  const chance = useSelector(actor, chanceOf);
  return (
    <div className={css['area']}>
      {current && chance && <Popup key={chance.id} actor={actor} current={current} avatar={chance.avatar} />}
    </div>
  );
}
