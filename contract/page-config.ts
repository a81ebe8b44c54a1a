import * as z from 'zod/mini';
import { limits } from './limits.ts';

/**
 * What the server that serves the page knows before its first call: it stands as JSON in the page's
 * `<meta name="page-config">`. `locale_prefix`: addresses begin with the language. `locale_cookie`: where a chosen
 * language is kept, null for nowhere. `detect_language`: a browser's own languages count. `product`: the product's name,
 * where it is another one than the page was built with.
 * Basis: that these are configurable is spec (sections 2 and 9), the shape is added; `fv` is the version of the page
 * itself, added, because the answers name only that of the server; `product` is added, so that one setting names it all.
 */
export const pageConfig = z.object({
  fv: z.optional(z.string()),
  locale_prefix: z.boolean(),
  locale_cookie: z.nullable(z.string()),
  detect_language: z.boolean(),
  product: z.optional(z.string().check(z.minLength(1))),
});
export type PageConfig = z.infer<typeof pageConfig>;

/** For a page that nobody wrote a configuration into, and for one that cannot be read. */
export const usualPageConfig: PageConfig = {
  locale_prefix: false,
  locale_cookie: limits.languageCookie,
  detect_language: true,
};
