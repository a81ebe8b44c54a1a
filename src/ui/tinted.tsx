import { useId } from 'react';
import css from './tinted.module.css';

/**
 * A picture of one shape, such as an icon that the server names, in the ink of the words beside it: so it can be seen in
 * both themes. It says nothing by itself.
 */
export const Tinted = ({ src }: { src: string }) => {
  const id = useId();
  return (
    <svg className={css['tinted']} viewBox="0 0 20 20" aria-hidden="true">
      <mask id={id} className={css['shape']}>
        <image href={src} width="20" height="20" />
      </mask>
      <rect width="20" height="20" fill="currentColor" mask={`url(#${id})`} />
    </svg>
  );
};
