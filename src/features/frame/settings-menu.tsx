import BadgeCheck from 'lucide-react/icons/badge-check';
import KeyRound from 'lucide-react/icons/key-round';
import UserRound from 'lucide-react/icons/user-round';
import { builtRoutes } from '../../../machines/root/flows.ts';
import { builtSections } from '../../../machines/residents/navigation/sections.ts';
import { useWords } from '../../i18n/words.ts';
import { RouterPlace } from './router-place.tsx';
import css from './user-menu.module.css';

const icons = {
  'settings-personal': UserRound,
  'settings-verification': BadgeCheck,
  'settings-change-password': KeyRound,
} as const;

/** The settings that are built, of the specification's own list: no menu of the server names them. */
export function SettingsMenu() {
  const { t } = useWords();
  return (
    <nav className={css['settings']} aria-label={t('sections.settings')}>
      <ul>
        {builtSections('settings', builtRoutes).map(({ name, path }) => {
          const Icon = icons[name as keyof typeof icons];
          const title = t(`section.${name}`);
          return (
            <li key={name}>
              <RouterPlace link={{ url: path, title, icon: null }} className={css['place'] ?? ''}>
                <Icon size={20} aria-hidden="true" />
                {title}
              </RouterPlace>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
