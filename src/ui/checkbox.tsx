import { useId, type ReactNode } from 'react';
import { saying, type Says } from './says.ts';
import css from './checkbox.module.css';

export interface CheckboxProps extends Says {
  label: ReactNode;
  help?: ReactNode;
  value: boolean;
  onValue: (value: boolean) => void;
  name?: string;
  disabled?: boolean;
}

/** Yes or no; the words are part of the target. */
export function Checkbox({ label, help, value, onValue, says, saysValue, saysFor, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={css['line']}>
      <input
        {...input}
        {...saying({ says, saysValue, saysFor })}
        id={id}
        className={css['box']}
        type="checkbox"
        checked={value}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onValue(event.target.checked)}
      />
      <label className={css['label']} htmlFor={id}>
        {label}
      </label>
      {help && (
        <p className={css['help']} id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
