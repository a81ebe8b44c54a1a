let shown = 0;

/** Whoever writes the title anew need not know of the mark. */
const put = (): void => {
  const name = document.title.replace(/^\(\d+\) /, '');
  const title = shown > 0 ? `(${shown}) ${name}` : name;
  if (document.title !== title) document.title = title;
};

let watch: MutationObserver | undefined;

/** How many messages wait, before the name of the product: it is seen in the row of tabs. */
export const markTitle = ({ count }: { count: number }): void => {
  shown = count;
  put();
  if (count === 0) watch?.disconnect();
  else {
    watch ??= new MutationObserver(put);
    watch.observe(document.head, { childList: true, characterData: true, subtree: true });
  }
};
