import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { limits } from '../../../contract/limits.ts';
import type { localeMachine } from '../../../machines/residents/locale/locale.machine.ts';
import { useWords } from '../../i18n/words.ts';
import { useHandedFocus } from '../../ui/handed-focus.ts';
import { saying } from '../../ui/says.ts';
import css from './locale.module.css';

type Snapshot = SnapshotFrom<typeof localeMachine>;
const whole = (snapshot: Snapshot) => snapshot;

/** The languages, each in its own words for a reader and in two letters for the eye. */
export default function LocaleView({ actor }: { actor: ActorRefFrom<typeof localeMachine> }) {
  const { t } = useWords();
  const snapshot = useSelector(actor, whole);
  const { locale: spoken, wanted } = snapshot.context;
  const troubled = snapshot.hasTag('attention');
  const place = useHandedFocus(troubled ? 'troubled' : 'fine');
  // A choice shows at once; one that did not load is no choice.
  const current = troubled ? spoken : wanted;
  const choice = (value: string) => ({ type: 'user.language chosen', value }) as const;
  return (
    <div ref={place} tabIndex={-1} className={css['switch']} role="group" aria-label={t('locale.label')}>
      {limits.languages.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          className={css['language']}
          aria-label={t(`locale.${locale}`)}
          aria-pressed={locale === current}
          aria-disabled={!snapshot.can(choice(locale))}
          onClick={() => actor.send(choice(locale))}
          {...saying({ says: 'user.language chosen', saysValue: locale })}
        >
          {locale.toUpperCase()}
        </button>
      ))}
      {troubled && (
        <button
          type="button"
          className={css['language']}
          aria-label={t('locale.not_loaded')}
          title={t('locale.not_loaded')}
          onClick={() => actor.send({ type: 'user.retried' })}
          {...saying({ says: 'user.retried' })}
        >
          ↻
        </button>
      )}
    </div>
  );
}
