import type { ReactNode } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { partHeading } from './handed-focus.ts';
import { join } from './join.ts';
import { Passing } from './passing.tsx';
import css from './notice.module.css';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger';

const icons = { neutral: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert };

interface NoticeProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** One quiet control. */
  action?: ReactNode;
  /** Read aloud at once when it appears. */
  alert?: boolean;
}

/** Something to know before going on: an icon, words, at most one thing to do. */
export function Notice({ tone = 'neutral', title, children, action, alert = false }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={join(css['notice'], css[tone])} role={alert ? 'alert' : undefined}>
      <Icon size={20} aria-hidden="true" className={css['icon']} />
      <div className={css['words']}>
        {title && <p className={css['title']}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action && (
        <Passing heir={partHeading} className={css['action']}>
          {action}
        </Passing>
      )}
    </div>
  );
}
