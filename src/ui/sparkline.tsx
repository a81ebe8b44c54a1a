import css from './sparkline.module.css';

interface SparklineProps {
  /** Decimal strings, oldest first. Drawn, not reckoned with: a float is good enough for a pixel. */
  values: readonly string[];
  size?: 'row' | 'wide';
}

/** A day in one line. The number beside it says the same, so a reader skips the picture. */
export function Sparkline({ values, size = 'row' }: SparklineProps) {
  const points = values.map(Number).filter(Number.isFinite);
  const [width, height] = size === 'row' ? [96, 32] : [320, 72];
  const low = Math.min(...points);
  const span = Math.max(...points) - low;
  const place = (value: number, index: number) =>
    `${((index / Math.max(1, points.length - 1)) * width).toFixed(1)} ${span === 0 ? height / 2 : (height - 3 - ((value - low) / span) * (height - 6)).toFixed(1)}`;
  const line = points.length > 1 ? `M${points.map(place).join('L')}` : '';
  return (
    <svg className={css[size]} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {line && <path className={css['ground']} d={`${line}L${width} ${height}L0 ${height}Z`} />}
      {line && <path className={css['line']} d={line} fill="none" />}
    </svg>
  );
}
