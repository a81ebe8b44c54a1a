import { useId, type KeyboardEvent } from 'react';
import { describedBy, Field, type FieldText } from './field.tsx';
import { join } from './join.ts';
import { saying, type Says } from './says.ts';
import css from './field.module.css';

interface TextAreaProps extends FieldText, Says {
  value: string;
  onValue: (value: string) => void;
  name?: string;
  /** The machine is at work on what stands here. */
  readOnly?: boolean;
}

/** Enter ends a line here; with Ctrl or ⌘ it sends the form. */
const sendForm = (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  if (!event.repeat) event.currentTarget.form?.requestSubmit();
};

/** A few lines of text. */
export function TextArea({
  label,
  help,
  error,
  aside,
  value,
  onValue,
  says,
  saysValue,
  saysFor,
  name,
  readOnly,
}: TextAreaProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} error={error} aside={aside}>
      <div className={css['box']}>
        <textarea
          {...describedBy(id, { help, error })}
          {...saying({ says, saysValue, saysFor })}
          className={join(css['input'], css['area'])}
          name={name}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          onKeyDown={sendForm}
        />
      </div>
    </Field>
  );
}
