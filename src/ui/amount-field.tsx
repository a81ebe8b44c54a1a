import { useId, type ReactNode } from 'react';
import { CurrencyMark } from './currency-mark.tsx';
import { describedBy, Field, sendOnce, type FieldText } from './field.tsx';
import { join } from './join.ts';
import { saying, type Says } from './says.ts';
import { withoutCode } from './without-code.ts';
import field from './field.module.css';
import css from './amount-field.module.css';

export interface AmountFieldProps extends FieldText, Says {
  /** The text as typed: groups, a comma and a point are the machine's to read. */
  value: string;
  onValue: (value: string) => void;
  /** The currency at the right: its code, or a control that chooses it. */
  currency: string;
  logo?: string | undefined;
  chooser?: ReactNode;
  /** The number was reckoned here and only foretells: it stands behind ≈. */
  approximate?: boolean;
  name?: string;
  disabled?: boolean;
  placeholder?: string;
}

/** How long a number may be before it steps down a size; the box keeps its height. */
const fit = (value: string): 'some' | 'long' | 'longest' | undefined =>
  value.length > 17 ? 'longest' : value.length > 11 ? 'long' : value.length > 7 ? 'some' : undefined;

/** An amount of money: the largest thing of its screen, with its limits below before anything is typed. */
export function AmountField({
  label,
  help,
  error,
  aside,
  value,
  onValue,
  currency,
  logo,
  chooser,
  approximate = false,
  says,
  saysValue,
  saysFor,
  placeholder = '0',
  ...input
}: AmountFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} help={help} error={error} aside={aside}>
      <div className={join(field['box'], css['box'])}>
        {approximate && (
          <span className={css['about']} aria-hidden="true">
            ≈
          </span>
        )}
        <input
          {...input}
          {...describedBy(id, { help, error })}
          {...saying({ says, saysValue, saysFor })}
          className={join(field['input'], css['amount'])}
          data-fit={fit(value)}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onValue(withoutCode(event.target.value, currency))}
          onKeyDown={sendOnce}
        />
        {chooser ?? (
          <span className={css['currency']}>
            <CurrencyMark logo={logo} />
            {currency}
          </span>
        )}
      </div>
    </Field>
  );
}
