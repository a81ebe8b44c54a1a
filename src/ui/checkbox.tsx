import { useId, type ReactNode } from 'react';
import { saying, type Says } from './says.ts';
import css from './checkbox.module.css';

export interface CheckboxProps extends Says {
  label: ReactNode;
  help?: ReactNode;
  value: boolean;
  onValue: (value: boolean) => void;
  name?: string;
  /** It cannot be chosen now, and keeps the focus. */
  disabled?: boolean;
}

/** Yes or no; the words are part of the target. */
export function Checkbox({ label, help, value, onValue, says, saysValue, saysFor, disabled, ...input }: CheckboxProps) {
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
        aria-disabled={disabled || undefined}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => !disabled && onValue(event.target.checked)}
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
