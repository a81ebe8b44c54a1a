import { useId, type HTMLInputAutoCompleteAttribute } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { describedBy, Field, type FieldText } from './field.tsx';
import { join } from './join.ts';
import { saying, type Says } from './says.ts';
import css from './field.module.css';

export interface SelectProps extends FieldText, Says {
  value: string;
  onValue: (value: string) => void;
  options: readonly { value: string; label: string }[];
  name?: string;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  disabled?: boolean;
}

/** A choice of one among few, by the browser's own list: it fits every screen and every reader. */
export function Select({
  label,
  help,
  error,
  aside,
  value,
  onValue,
  options,
  says,
  saysValue,
  saysFor,
  ...select
}: SelectProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} error={error} aside={aside}>
      <div className={join(css['box'], css['select'])}>
        <select
          {...select}
          {...describedBy(id, { help, error })}
          {...saying({ says, saysValue, saysFor })}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden="true" />
      </div>
    </Field>
  );
}
