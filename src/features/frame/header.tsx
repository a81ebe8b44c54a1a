import { useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import type { SnapshotFrom } from 'xstate';
import { ownPath } from '../../../machines/residents/navigation/address.ts';
import type { navigationMachine } from '../../../machines/residents/navigation/navigation.machine.ts';
import type { siteMachine } from '../../../machines/residents/site/site.machine.ts';
import { useResident } from '../../house/house.tsx';
import { useWords } from '../../i18n/words.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ProductName } from '../../ui/page-name.tsx';
import LocaleView from '../locale/locale.view.tsx';
import css from './frame.module.css';
import { MemberCorner, MemberMarks, MemberMenu, MemberMoney } from './later.ts';
import { useWho } from './use-who.ts';

const settingsOf = ({ context }: SnapshotFrom<typeof siteMachine>) => context.settings;
const isByPassword = ({ context }: SnapshotFrom<typeof siteMachine>) => context.settings?.auth_type === 'password';
const canSignUp = ({ context }: SnapshotFrom<typeof navigationMachine>) => context.built.includes('index-signup');

function Logo() {
  const settings = useSelector(useResident('site'), settingsOf);
  const product = use(ProductName);
  const picture = settings && ownPath(settings.logo_url);
  return (
    <a className={css['logo']} href="/">
      <span className={css['mark']}>
        {picture && <img src={picture} alt="" width="28" height="28" loading="lazy" />}
      </span>
      {product}
    </a>
  );
}

/** What a visitor may do: sign in always, sign up where the site goes by passwords. */
function Entrance() {
  const { t } = useWords();
  const byPassword = useSelector(useResident('site'), isByPassword);
  const built = useSelector(useResident('navigation'), canSignUp);
  const both = byPassword && built;
  return (
    <div className={css['entrance']}>
      <LinkButton href="/login" variant={both ? 'quiet' : 'primary'} size="small">
        {t('frame.login')}
      </LinkButton>
      {both && (
        <LinkButton href="/signup" variant="primary" size="small">
          {t('frame.signup')}
        </LinkButton>
      )}
    </div>
  );
}

/** What a person will see here takes its place before it comes. */
const sections = <div className={css['sections']} />;
const waits = (
  <>
    <div className={css['waits']} />
    <div className={css['corner']} />
  </>
);

export function Header() {
  const { visitor, signedIn, expected } = useWho();
  return (
    <header className={css['header']}>
      <div className={css['bar']}>
        <Logo />
        {signedIn && (
          <Suspense fallback={sections}>
            <MemberMenu />
          </Suspense>
        )}
        {signedIn && (
          <div className={css['marks']}>
            <Suspense>
              <MemberMarks />
            </Suspense>
          </div>
        )}
        <div className={css['tools']}>
          <LocaleView actor={useResident('locale')} />
          {visitor && <Entrance />}
        </div>
        {signedIn && (
          <Suspense fallback={waits}>
            <MemberMoney />
            <MemberCorner />
          </Suspense>
        )}
        {expected && (
          <>
            {sections}
            {waits}
          </>
        )}
      </div>
    </header>
  );
}
