import { saying, type Says } from './says.ts';
import css from './choices.module.css';

interface ChoicesProps<Value extends string> extends Pick<Says, 'says'> {
  /** What all of them are about. */
  label: string;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  onChoose: (value: Value) => void;
}

/** A few short answers in a row, each of which acts at once: a quarter, a half, all. */
export const Choices = <Value extends string>({ label, options, onChoose, says }: ChoicesProps<Value>) => (
  <div className={css['choices']} role="group" aria-label={label}>
    {options.map(({ value, label: words, disabled }) => (
      <button
        key={value}
        {...saying({ says, saysValue: value })}
        type="button"
        className={css['choice']}
        disabled={disabled}
        onClick={() => onChoose(value)}
      >
        {words}
      </button>
    ))}
  </div>
);
