import { useSelector } from '@xstate/react';
import { useId, type ReactNode } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Wallet } from '../../../contract/entities.ts';
import type { walletsMachine } from '../../../machines/residents/wallets/wallets.machine.ts';
import { currencyName } from '../../i18n/currency.ts';
import { useWords } from '../../i18n/words.ts';
import { Amount } from '../../ui/amount.tsx';
import { CurrencyMark } from '../../ui/currency-mark.tsx';
import { Total } from './total.tsx';
import css from './wallets.module.css';

type Snapshot = SnapshotFrom<typeof walletsMachine>;
const walletsOf = ({ context }: Snapshot) => context.wallets;
const isHidden = ({ context }: Snapshot) => context.hidden;
const hasHeld = ({ held }: Wallet) => /[1-9]/.test(held);

interface WalletRowProps {
  wallet: Wallet;
  hidden: boolean;
  reason: ReactNode;
}

function WalletRow({ wallet, hidden, reason }: WalletRowProps) {
  const { t, locale } = useWords();
  const { currency, scale } = wallet;
  return (
    <li>
      <a
        className={css['wallet']}
        href={`/exchanges?search=${currency}/`}
        data-last={wallet.last_exchange || undefined}
      >
        <CurrencyMark logo={wallet.logo} />
        <span className={css['name']}>
          <span className={css['currency']}>{currencyName({ code: currency, name: wallet.name }, locale)}</span>
          {wallet.last_exchange && <span className={css['last']}>{t('wallets.last')}</span>}
        </span>
        <span className={css['amounts']}>
          <Amount amount={wallet.balance} currency={currency} scale={scale} hidden={hidden} />
          {hasHeld(wallet) && (
            <span className={css['held']}>
              {t('wallets.held')}{' '}
              <Amount
                amount={wallet.held}
                currency={currency}
                scale={scale}
                size="small"
                tone="muted"
                hidden={hidden}
              />
            </span>
          )}
        </span>
      </a>
      {hasHeld(wallet) && reason}
    </li>
  );
}

interface WalletsViewProps {
  actor: ActorRefFrom<typeof walletsMachine>;
  /** Whoever holds it has the title. */
  untitled?: boolean;
  /** Which operations keep the money of a wallet, by its currency. */
  reasonOf?: (currency: string) => ReactNode;
}

/** What the person has, a wallet a currency; one click leads to the exchanges that give it. */
export default function WalletsView({ actor, untitled = false, reasonOf }: WalletsViewProps) {
  const { t } = useWords();
  const wallets = useSelector(actor, walletsOf);
  const hidden = useSelector(actor, isHidden);
  const title = useId();
  return (
    <section className={css['wallets']} {...(!untitled && { 'aria-labelledby': title })}>
      {!untitled && (
        <h2 className={css['title']} id={title}>
          {t('wallets.title')}
        </h2>
      )}
      <Total actor={actor} />
      {wallets?.length === 0 && <p className={css['empty']}>{t('wallets.empty')}</p>}
      {wallets && wallets.length > 0 && (
        <ul className={css['list']}>
          {wallets.map((wallet) => (
            <WalletRow key={wallet.currency} wallet={wallet} hidden={hidden} reason={reasonOf?.(wallet.currency)} />
          ))}
        </ul>
      )}
    </section>
  );
}
