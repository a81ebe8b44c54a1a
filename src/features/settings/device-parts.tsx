import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import type { walletsMachine } from '../../../machines/residents/wallets/wallets.machine.ts';
import { useLate, useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import AlertsView from '../alerts/alerts.view.tsx';
import JournalView from '../journal/journal.view.tsx';
import LocaleView from '../locale/locale.view.tsx';
import MessagesView from '../messages/messages.view.tsx';
import ThemeView from '../theme/theme.view.tsx';
import { Part } from '../parts/part.tsx';
import css from './settings.module.css';

const toggled = { type: 'user.balances toggled' } as const;
const isHidden = ({ context }: SnapshotFrom<typeof walletsMachine>) => context.hidden;
const mayToggle = (snapshot: SnapshotFrom<typeof walletsMachine>) => snapshot.can(toggled);

/** Amounts that nobody beside the person should read. */
function HiddenBalances() {
  const { t } = useWords();
  const wallets = useResident('wallets');
  const hidden = useSelector(wallets, isHidden);
  const may = useSelector(wallets, mayToggle);
  return (
    <Checkbox
      label={t('settings.hidden')}
      help={t('settings.hidden.help')}
      value={hidden}
      disabled={!may}
      says={toggled.type}
      onValue={() => wallets.send(toggled)}
    />
  );
}

/** The words of what comes a moment later than the screen, in its usual state. */
const wordsOf = {
  alerts: ['alerts.label', 'alerts.help'],
  messages: ['messages.keep', 'messages.keep.help'],
  journal: ['journal.keep', 'journal.kept'],
} as const;
const nothing = () => {};

/** The room of such a choice, so that nothing moves when it comes: its own words, unseen and unread, and over them where they will stand. */
function Room({ of }: { of: keyof typeof wordsOf }) {
  const { t } = useWords();
  const [label, help] = wordsOf[of];
  return (
    <div className={css['room']} aria-hidden="true">
      <div className={css['words']}>
        <Checkbox label={t(label)} help={t(help)} value={false} onValue={nothing} />
      </div>
      <div className={css['drawn']}>
        <Skeleton of="title" />
        <Skeleton width="long" />
        <Skeleton of="label" />
      </div>
    </div>
  );
}

/** The account keeps it: other devices and letters follow. */
export function Language() {
  const { t } = useWords();
  return (
    <div className={css['choice']}>
      <span>{t('locale.label')}</span>
      <LocaleView actor={useResident('locale')} />
      <p className={css['note']}>{t('settings.language.help')}</p>
    </div>
  );
}

/** What this device alone remembers: residents of the house, each with the view that it has elsewhere. */
export function DeviceParts() {
  const { t } = useWords();
  const messages = useLate('messages');
  const journal = useLate('journal');
  const alerts = useLate('alerts');
  return (
    <Part id="device" title={t('settings.device.title')}>
      <div className={css['choice']}>
        <span>{t('theme.label')}</span>
        <ThemeView actor={useResident('theme')} />
      </div>
      <HiddenBalances />
      {alerts ? <AlertsView actor={alerts} /> : <Room of="alerts" />}
      {messages ? <MessagesView actor={messages} /> : <Room of="messages" />}
      {journal ? <JournalView actor={journal} /> : <Room of="journal" />}
    </Part>
  );
}
