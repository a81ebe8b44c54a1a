import { useSelector } from '@xstate/react';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { walletsMachine } from '../../../machines/residents/wallets/wallets.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { CurrencyMark } from '../../ui/currency-mark.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import css from './wallets.module.css';

type Snapshot = SnapshotFrom<typeof walletsMachine>;
const isHidden = ({ context }: Snapshot) => context.hidden;
const mayToggle = (snapshot: Snapshot) => snapshot.can({ type: 'user.balances toggled' });
const totalOf = ({ context }: Snapshot) => context.total;
/** The total names a currency; how many digits it has, its wallet says. */
const scaleOf = ({ context }: Snapshot) =>
  context.wallets?.find(({ currency }) => currency === context.total?.currency)?.scale ?? 2;

interface WalletsProps {
  actor: ActorRefFrom<typeof walletsMachine>;
}

/** All the wallets together, as if they were in one currency: an estimate that moves with the rates. */
export function Balance({ actor }: WalletsProps) {
  const hidden = useSelector(actor, isHidden);
  const total = useSelector(actor, totalOf);
  const scale = useSelector(actor, scaleOf);
  if (!total) return null;
  return (
    <span className={css['balance']}>
      <CurrencyMark logo={total.logo} size="small" />
      <Amount amount={total.amount} currency={total.currency} scale={scale} hidden={hidden} approximate />
    </span>
  );
}

/** The eye: one click hides every amount that the person has, everywhere, and another shows them. */
export function HideButton({ actor }: WalletsProps) {
  const { t } = useWords();
  const hidden = useSelector(actor, isHidden);
  const may = useSelector(actor, mayToggle);
  return (
    <IconButton
      label={t(hidden ? 'wallets.show' : 'wallets.hide')}
      says="user.balances toggled"
      disabled={!may}
      onClick={() => actor.send({ type: 'user.balances toggled' })}
    >
      {hidden ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
    </IconButton>
  );
}

/** The balance with the button that hides every amount. */
export function Total({ actor }: WalletsProps) {
  const { t } = useWords();
  const hidden = useSelector(actor, isHidden);
  const total = useSelector(actor, totalOf);
  const scale = useSelector(actor, scaleOf);
  return (
    <div className={css['total']}>
      {total && (
        <p className={css['sum']}>
          <span className={css['label']}>{t('wallets.total')}</span>
          <Amount
            amount={total.amount}
            currency={total.currency}
            scale={scale}
            size="title"
            hidden={hidden}
            approximate
          />
        </p>
      )}
      <HideButton actor={actor} />
    </div>
  );
}
