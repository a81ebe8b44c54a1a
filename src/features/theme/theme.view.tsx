import { useSelector } from '@xstate/react';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { themeMachine } from '../../../machines/residents/theme/theme.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { saying } from '../../ui/says.ts';
import css from './theme.module.css';

const themes = [
  { value: 'system', Icon: Monitor },
  { value: 'light', Icon: Sun },
  { value: 'dark', Icon: Moon },
] as const;

const chosen = (snapshot: SnapshotFrom<typeof themeMachine>): string => String(snapshot.value);

/** As the system, light or dark. */
export default function ThemeView({ actor }: { actor: ActorRefFrom<typeof themeMachine> }) {
  const { t } = useWords();
  const current = useSelector(actor, chosen);
  return (
    <div className={css['switch']} role="group" aria-label={t('theme.label')}>
      {themes.map(({ value, Icon }) => (
        <button
          key={value}
          type="button"
          className={css['theme']}
          aria-label={t(`theme.${value}`)}
          title={t(`theme.${value}`)}
          aria-pressed={value === current}
          onClick={() => actor.send({ type: 'user.theme chosen', value })}
          {...saying({ says: 'user.theme chosen', saysValue: value })}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      ))}
    </div>
  );
}
