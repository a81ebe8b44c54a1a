let shown = 0;

/** Whoever writes a title anew, or another before it, need not know of the mark. */
const put = (): void => {
  for (const title of document.head.querySelectorAll('title')) {
    const name = title.text.replace(/^\(\d+\) /, '');
    const marked = shown > 0 ? `(${shown}) ${name}` : name;
    if (title.text !== marked) title.text = marked;
  }
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
