import type { ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { useWords } from '../i18n/words.ts';
import { useLeftFocus } from './handed-focus.ts';
import { join } from './join.ts';
import { LiveArea } from './live-area.tsx';
import { resting } from './resting.ts';
import { saying, type Says } from './says.ts';
import css from './toast.module.css';

const icons = { success: CircleCheck, danger: CircleAlert, secondary: Info };

/** The corner where toasts stand, above everything. Keep it mounted while it is empty. */
export const ToastArea = ({ children }: { children: ReactNode }) => (
  <LiveArea className={css['area']}>{children}</LiveArea>
);

interface ToastProps extends Says {
  variant: 'success' | 'danger' | 'secondary';
  children: ReactNode;
  onClose: () => void;
  /** The pointer or the focus rests on it (`true`), or has left it: its time stands still meanwhile. */
  onRest: (rests: boolean) => void;
}

/** A short word about what was just done. `says` is the event of its cross. */
export function Toast({ variant, children, onClose, onRest, says, saysValue, saysFor }: ToastProps) {
  const { t } = useWords();
  const Icon = icons[variant];
  return (
    <div ref={useLeftFocus()} className={join(css['toast'], css[variant])} {...resting(onRest)}>
      <Icon size={20} aria-hidden="true" className={css['icon']} />
      <p className={css['words']}>{children}</p>
      <button
        type="button"
        className={css['close']}
        aria-label={t('ui.close')}
        onClick={onClose}
        {...saying({ says, saysValue, saysFor })}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
