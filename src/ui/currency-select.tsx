import ChevronDown from 'lucide-react/icons/chevron-down';
import { CurrencyMark } from './currency-mark.tsx';
import { saying, type Says } from './says.ts';
import css from './currency-select.module.css';

interface CurrencySelectProps extends Says {
  /** Its name for a reader: nothing else names it. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  options: readonly { value: string; label: string; logo?: string }[];
}

/** The currency at the end of an amount field, to choose: only its code is shown, the names are in the list. */
export const CurrencySelect = ({ label, value, onValue, options, says, saysValue, saysFor }: CurrencySelectProps) => (
  <span className={css['chooser']}>
    <CurrencyMark logo={options.find((option) => option.value === value)?.logo} />
    {value}
    <ChevronDown size={16} aria-hidden="true" />
    <select
      {...saying({ says, saysValue, saysFor })}
      className={css['select']}
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
);
