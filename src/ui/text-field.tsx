import { useId, type HTMLInputAutoCompleteAttribute, type ReactNode } from 'react';
import { describedBy, Field, sendOnce, type FieldText } from './field.tsx';
import { saying, type Says } from './says.ts';
import css from './field.module.css';

export interface TextFieldProps extends FieldText, Says {
  value: string;
  onValue: (value: string) => void;
  type?: 'text' | 'email' | 'password' | 'search' | 'tel' | 'date';
  name?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'email' | 'search' | 'tel';
  placeholder?: string;
  maxLength?: number;
  min?: string;
  max?: string;
  /** The machine is at work on what stands here: it can be read, and keeps the focus. */
  readOnly?: boolean;
  required?: boolean;
  autoFocus?: boolean;
  spellCheck?: boolean;
  /** Before the text, inside the box: an icon. */
  before?: ReactNode;
  /** After the text, inside the box: a small control. */
  after?: ReactNode;
}

/** One line of text. `error: ''` keeps the line below free for an error that may come. */
export function TextField({
  label,
  help,
  error,
  aside,
  value,
  onValue,
  says,
  saysValue,
  saysFor,
  before,
  after,
  type = 'text',
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} error={error || undefined} aside={aside}>
      <div className={css['box']}>
        {before}
        <input
          {...input}
          {...describedBy(id, { help, error })}
          {...saying({ says, saysValue, saysFor })}
          className={css['input']}
          type={type}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onKeyDown={sendOnce}
        />
        {after}
      </div>
    </Field>
  );
}
