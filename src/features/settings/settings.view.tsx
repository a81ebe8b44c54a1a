import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { userExport } from '../../../contract/calls/settings.ts';
import type { settingsMachine } from '../../../machines/flows/settings/settings.machine.ts';
import { builtRoutes } from '../../../machines/root/flows.ts';
import { InHouse } from '../../house/in-house.tsx';
import { useWords } from '../../i18n/words.ts';
import { Facts } from '../../ui/facts.tsx';
import { Row } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SettingsPage } from '../menus/settings-page.tsx';
import BrowsersView, { type BrowsersActor } from './browsers.view.tsx';
import { DeviceParts } from './device-parts.tsx';
import MailingView, { type MailingActor } from './mailing.view.tsx';
import { Part } from './part.tsx';

type Snapshot = SnapshotFrom<typeof settingsMachine>;

const contextOf = ({ context }: Snapshot) => context;
// The type of a child is the union of all that the machine may invoke; its id says which.
const lettersOf = ({ children }: Snapshot) => children['mailing'] as MailingActor | undefined;
const browsersOf = ({ children }: Snapshot) => children['browsers'] as BrowsersActor | undefined;

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
      {builtRoutes.includes('settings-mail') && <a href="/settings/mail">{t('personal.email.change')}</a>}
    </Part>
  );
}

function Export() {
  const { t } = useWords();
  return (
    <Part id="export" title={t('settings.export.title')}>
      <p>{t('settings.export.text')}</p>
      <Row>
        <LinkButton href={userExport.path} download icon={<Download size={16} aria-hidden="true" />}>
          {t('settings.export')}
        </LinkButton>
      </Row>
    </Part>
  );
}

/** All that a person may set, on one screen. What belongs to this device alone stands in the house and nowhere else. */
export default function SettingsView({ actor }: { actor: ActorRefFrom<typeof settingsMachine> }) {
  const { t } = useWords();
  const { account, email } = useSelector(actor, contextOf);
  const letters = useSelector(actor, lettersOf);
  const browsers = useSelector(actor, browsersOf);
  return (
    <SettingsPage title={t('settings.title')} screen="overview" current="overview">
      <Account account={account} email={email} />
      <InHouse>
        <DeviceParts />
      </InHouse>
      {letters && <MailingView actor={letters} />}
      {browsers && <BrowsersView actor={browsers} />}
      <Export />
    </SettingsPage>
  );
}
