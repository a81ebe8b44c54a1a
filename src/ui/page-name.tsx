import { createContext, use } from 'react';

/** The name of the product, which every page has as the end of its own. */
export const ProductName = createContext('');

/** What a tab, the browser's history and a screen reader call the page; before it stands the product's own. */
export const PageName = ({ children }: { children: string }) => {
  const product = use(ProductName);
  return <title>{product ? `${children} · ${product}` : children}</title>;
};
