import { useId } from 'react';
import FileText from 'lucide-react/icons/file-text';
import X from 'lucide-react/icons/x';
import { describedBy, Field, type FieldText } from './field.tsx';
import { useHandedFocus } from './handed-focus.ts';
import { IconButton } from './icon-button.tsx';
import { saying } from './says.ts';
import field from './field.module.css';
import css from './file-field.module.css';

interface FileFieldProps extends FieldText {
  /** Name of the file that is there; null while there is none. */
  file: string | null;
  onFile: (file: File) => void;
  onRemove: () => void;
  /** Media types, as the browser's window filters by them. */
  accept?: string | undefined;
  /** Words of the control, while there is none and while there is one. */
  choose: string;
  remove: string;
  /** Which field it is, for tests and generated paths. */
  name: string;
}

/** One file: chosen in the browser's own window, or its name with a way to take it back. */
export function FileField({
  label,
  help,
  error,
  aside,
  file,
  onFile,
  onRemove,
  accept,
  choose,
  remove,
  name,
}: FileFieldProps) {
  const id = useId();
  const place = useHandedFocus(file === null ? 'none' : 'there');
  return (
    <Field id={id} label={label} help={help} error={error} aside={aside}>
      {file === null ? (
        <div className={css['choice']} data-wrong={error ? true : undefined}>
          <span className={css['words']} aria-hidden="true">
            <FileText size={20} />
            {choose}
          </span>
          <input
            ref={place}
            {...describedBy(id, { help, error })}
            {...saying({ says: 'user.file given', saysFor: name })}
            className={css['input']}
            type="file"
            accept={accept}
            onChange={(event) => {
              const given = event.target.files?.[0];
              if (given) onFile(given);
            }}
          />
        </div>
      ) : (
        <div
          {...describedBy(id, { help, error })}
          ref={place}
          className={field['box']}
          role="group"
          tabIndex={-1}
          aria-label={`${label}: ${file}`}
        >
          <FileText size={20} aria-hidden="true" />
          <span className={css['name']}>{file}</span>
          <IconButton label={remove} says="user.file removed" saysValue={name} onClick={onRemove}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
