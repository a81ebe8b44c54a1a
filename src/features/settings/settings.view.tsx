import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { settingsMachine } from '../../../machines/flows/settings/settings.machine.ts';
import { builtRoutes } from '../../../machines/root/flows.ts';
import { InHouse } from '../../house/in-house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Facts } from '../../ui/facts.tsx';
import { Way } from '../../ui/layout.tsx';
import { SettingsPage } from '../menus/settings-page.tsx';
import BrowsersView, { type BrowsersActor } from './browsers.view.tsx';
import { DeviceParts, Language } from './device-parts.tsx';
import ExportView, { type ExportActor } from './export.view.tsx';
import MailingView, { type MailingActor } from './mailing.view.tsx';
import { Part } from '../parts/part.tsx';
import TelegramTieView, { type TelegramTieActor } from './telegram-tie.view.tsx';

type Snapshot = SnapshotFrom<typeof settingsMachine>;

const contextOf = ({ context }: Snapshot) => context;
// The type of a child is the union of all that the machine may invoke; its id says which.
const lettersOf = ({ children }: Snapshot) => children['mailing'] as MailingActor | undefined;
const browsersOf = ({ children }: Snapshot) => children['browsers'] as BrowsersActor | undefined;
const exportOf = ({ children }: Snapshot) => children['export'] as ExportActor | undefined;
const tieOf = ({ children }: Snapshot) => children['telegram-tie'] as TelegramTieActor | undefined;

/** Who the person is here, and where what is theirs is changed. */
function Account({ account, email }: { account: string; email: string }) {
  const { t } = useWords();
  return (
    <Part id="account" title={t('settings.account.title')}>
      <Facts
        facts={[
          { key: 'account', name: t('settings.account'), value: account },
          { key: 'email', name: t('settings.email'), value: email },
        ]}
      />
      {builtRoutes.includes('settings-mail') && <Way href="/settings/mail">{t('personal.email.change')}</Way>}
      <InHouse>
        <Language />
      </InHouse>
    </Part>
  );
}

/** All that a person may set, on one screen. What belongs to this device alone stands in the house and nowhere else. */
export default function SettingsView({ actor }: { actor: ActorRefFrom<typeof settingsMachine> }) {
  const { t } = useWords();
  const { account, email } = useSelector(actor, contextOf);
  const letters = useSelector(actor, lettersOf);
  const browsers = useSelector(actor, browsersOf);
  const file = useSelector(actor, exportOf);
  const tie = useSelector(actor, tieOf);
  return (
    <SettingsPage title={t('settings.title')} screen="overview" current="overview">
      <Account account={account} email={email} />
      <InHouse>
        <DeviceParts />
      </InHouse>
      {letters && <MailingView actor={letters} />}
      {tie && <TelegramTieView actor={tie} />}
      {browsers && <BrowsersView actor={browsers} />}
      {file && <ExportView actor={file} />}
    </SettingsPage>
  );
}
