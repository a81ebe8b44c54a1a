import css from './waiting.module.css';

/** What is being waited for, in words, beside the skeleton: shown with it, after 200 ms, and read aloud at once. */
export const Waiting = ({ children }: { children: string }) => (
  <p className={css['waiting']} role="status">
    {children}
  </p>
);
