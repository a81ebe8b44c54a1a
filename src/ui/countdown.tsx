import { formatCountdown } from '../i18n/dates.ts';
import css from './countdown.module.css';

interface CountdownProps {
  /** What is left, in milliseconds; never shown below zero. */
  left: number;
  /** The whole, for the ring. */
  total: number;
  /** The sentence around the time. */
  children: (time: string) => string;
}

/** Time that runs out. A reader hears it on asking, not every second. */
export function Countdown({ left, total, children }: CountdownProps) {
  const time = formatCountdown(left);
  const [before, after] = children(time).split(time);
  const share = Math.max(0, Math.min(1, total > 0 ? left / total : 0));
  return (
    <p className={css['countdown']} role="timer" aria-live="off" data-soon={left <= 10_000 || undefined}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <circle className={css['track']} cx="10" cy="10" r="8" fill="none" strokeWidth="2.5" />
        <circle
          className={css['hand']}
          cx="10"
          cy="10"
          r="8"
          fill="none"
          strokeWidth="2.5"
          pathLength="100"
          strokeDasharray={`${(share * 100).toFixed(1)} 100`}
          transform="rotate(-90 10 10)"
        />
      </svg>
      <span>
        {before}
        <strong className={css['time']}>{time}</strong>
        {after}
      </span>
    </p>
  );
}
