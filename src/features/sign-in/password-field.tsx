import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useWords } from '../../i18n/words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'after' | 'spellCheck'> {
  /** It can be read. */
  revealed: boolean;
  /** Absent: another field has the control for both. */
  onToggle?: (() => void) | undefined;
}

/** A password; it can be read by whoever wants to check what they have typed. */
export function PasswordField({ revealed, onToggle, ...field }: PasswordFieldProps) {
  const { t } = useWords();
  return (
    <TextField
      {...field}
      type={revealed ? 'text' : 'password'}
      spellCheck={false}
      after={
        onToggle && (
          <IconButton
            label={t(revealed ? 'password.hide' : 'password.show')}
            says="user.password toggled"
            disabled={field.readOnly ?? false}
            onClick={onToggle}
          >
            {revealed ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          </IconButton>
        )
      }
    />
  );
}
