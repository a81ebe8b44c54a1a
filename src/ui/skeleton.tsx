import { join } from './join.ts';
import css from './skeleton.module.css';

interface SkeletonProps {
  /** The thing that will stand here, so that the size is final: words of three sizes, the label of a field, a field, a choice, a mark, a block. */
  of?: 'text' | 'title' | 'amount' | 'label' | 'field' | 'choice' | 'mark' | 'block';
  width?: 'short' | 'medium' | 'long' | 'full';
}

/** What is not there yet, in its final size. It shows itself after 200 ms, and says nothing to a reader. */
export const Skeleton = ({ of = 'text', width = 'full' }: SkeletonProps) => (
  <span className={join(css['skeleton'], css[of], css[width])} aria-hidden="true" />
);
