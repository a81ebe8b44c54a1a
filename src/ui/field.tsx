import type { KeyboardEvent, ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { join } from './join.ts';
import css from './field.module.css';

/** What every field has. `error` takes the place of `help`; both are words, never codes, the error with a next step where there is one. */
export interface FieldText {
  label: string;
  help?: ReactNode;
  error?: ReactNode;
  /** Small words at the label's other end: a balance, a link. */
  aside?: ReactNode;
}

/** How the control speaks to its help: spread it on the input. */
export const describedBy = (id: string, { help, error }: Pick<FieldText, 'help' | 'error'>) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': help || error ? `${id}-help` : undefined,
});

/** For a field of one line: a browser would send its form anew for each repetition of an Enter that is held. */
export const sendOnce = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
};

/** Label above, the control, and one line below that is help until it is an error. */
export function Field({ id, label, help, error, aside, children }: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className={join(css['field'], error ? css['wrong'] : undefined)}>
      <div className={css['head']}>
        <label className={css['label']} htmlFor={id}>
          {label}
        </label>
        {aside && <span className={css['aside']}>{aside}</span>}
      </div>
      {children}
      {(help !== undefined || error !== undefined) && (
        <p className={css['help']} id={`${id}-help`}>
          {error ? <CircleAlert size={16} aria-hidden="true" /> : null}
          <span>{error ?? help}</span>
        </p>
      )}
    </div>
  );
}
