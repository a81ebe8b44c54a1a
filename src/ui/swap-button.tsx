import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import { IconButton } from './icon-button.tsx';
import type { Says } from './says.ts';
import css from './swap-button.module.css';

interface SwapButtonProps extends Says {
  label: string;
  onClick: () => void;
  disabled?: boolean;
}

/** Between two fields: what was below goes above. */
export const SwapButton = ({ label, onClick, disabled, ...says }: SwapButtonProps) => (
  <div className={css['between']}>
    <IconButton {...says} edged label={label} onClick={onClick} disabled={disabled}>
      <ArrowUpDown size={20} aria-hidden="true" />
    </IconButton>
  </div>
);
