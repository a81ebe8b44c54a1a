import type { TransferForm } from '../../../contract/calls/transfer.ts';
import { useWords } from '../../i18n/words.ts';
import { saying } from '../../ui/says.ts';
import type { FormActor } from './form.view.tsx';
import css from './transfer.module.css';

interface RecentProps {
  actor: FormActor;
  recent: TransferForm['recent'];
  chosen: string;
}

/** To whom money went before: one press fills the field. */
export function Recent({ actor, recent, chosen }: RecentProps) {
  const { t } = useWords();
  if (recent.length === 0) return null;
  return (
    <div role="group" aria-label={t('transfer.recent')} className={css['recent']}>
      <p className={css['heading']}>{t('transfer.recent')}</p>
      <ul className={css['people']}>
        {recent.map(({ to, name }) => (
          <li key={to}>
            <button
              type="button"
              className={css['person']}
              aria-pressed={chosen === to}
              {...saying({ says: 'user.recipient chosen', saysValue: to })}
              onClick={() => actor.send({ type: 'user.recipient chosen', value: to })}
            >
              <span>{name}</span>
              <span className={css['number']}>{to}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
