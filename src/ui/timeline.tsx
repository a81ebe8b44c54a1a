import type { ReactNode } from 'react';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { VisuallyHidden } from './layout.tsx';
import css from './timeline.module.css';

export interface TimelineStep {
  key: string;
  title: string;
  /** When, in words of the locale. */
  time?: string | undefined;
  /** The same moment for a machine: RFC 3339. */
  at?: string | undefined;
  detail?: ReactNode;
  state: 'done' | 'now' | 'next' | 'failed' | 'stopped';
  /** How the state reads aloud: "done", "now", "next". */
  stateWords: string;
}

/** Where something is on its way, from the first step to the last. */
export function Timeline({ steps, label }: { steps: readonly TimelineStep[]; label: string }) {
  return (
    <ol className={css['timeline']} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.key}
          className={css['step']}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className={css['mark']} aria-hidden="true">
            {step.state === 'done' && <Check size={14} strokeWidth={3} />}
            {(step.state === 'failed' || step.state === 'stopped') && <X size={14} strokeWidth={3} />}
          </span>
          <div className={css['words']}>
            <p className={css['title']}>
              {step.title}
              <VisuallyHidden>{` (${step.stateWords})`}</VisuallyHidden>
            </p>
            {step.detail && <div className={css['detail']}>{step.detail}</div>}
          </div>
          {step.time && (
            <time className={css['time']} dateTime={step.at}>
              {step.time}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
