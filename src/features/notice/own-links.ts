/** What stands in somebody's text: a plain click on a link of ours tells where it leads, and goes nowhere by itself. */
export const ownLinks = (follow: (path: string) => void) => (around: HTMLElement | null) => {
  const hear = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || link.target === '_blank') return;
    event.preventDefault();
    follow(link.pathname + link.search);
  };
  around?.addEventListener('click', hear);
  return () => around?.removeEventListener('click', hear);
};
