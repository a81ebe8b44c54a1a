import { encode } from 'uqr';
import css from './qr.module.css';

/** Squares of every dark module, as one path. */
const pathOf = (rows: boolean[][]): string =>
  rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');

/** A text as a QR code, dark on light in both themes: that is what cameras expect. Its words stand below it. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  return (
    <figure className={css['figure']}>
      <svg
        className={css['qr']}
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        <path d={pathOf(data)} />
      </svg>
      <figcaption className={css['words']}>{label}</figcaption>
    </figure>
  );
}
