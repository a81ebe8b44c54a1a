import { useWords } from '../../i18n/words.ts';
import { Checkbox } from '../../ui/checkbox.tsx';

/** What the forms of signing in have in common. */
interface Choosing {
  can: (event: { type: 'user.remember chosen'; value: boolean }) => boolean;
  context: { remember: boolean };
}

interface RememberProps {
  snapshot: Choosing;
  actor: { send: (event: { type: 'user.remember chosen'; value: boolean }) => void };
}

export function Remember({ snapshot, actor }: RememberProps) {
  const { t } = useWords();
  return (
    <Checkbox
      name="remember"
      label={t('login.remember')}
      value={snapshot.context.remember}
      says="user.remember chosen"
      disabled={!snapshot.can({ type: 'user.remember chosen', value: true })}
      onValue={(value) => actor.send({ type: 'user.remember chosen', value })}
    />
  );
}
