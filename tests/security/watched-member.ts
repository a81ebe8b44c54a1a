import type { BrowserContext } from 'playwright';
import { comeIn } from '../stages/people.ts';
import { words, type Visit } from '../tools/product.ts';
import type { Stand } from '../tools/stand.ts';
import { watchPage, type Watch } from './watch.ts';

/** What a page of a member asks for by itself. */
const ours = (url: string) =>
  new RegExp(
    `^${url}/(favicon[.]svg|logos/[a-z_]+[.](png|svg)|currencies/[a-z0-9-]+[.]svg|assets/[A-Za-z0-9_-]+[.](js|css)|api/.*)$`,
  );

/** The page of the demo account in English, watched from its beginning; whatever is not of the product does not come. */
export const watchedMember = async (
  { person, product }: Pick<Stand, 'person' | 'product'>,
  prepare: (context: BrowserContext) => Promise<unknown>,
): Promise<{ one: Visit; watch: Watch }> => {
  const one = await person({ language: 'en' });
  await comeIn(one, product, 'demo@example.com');
  await one.context.route('**/*', (route) =>
    new URL(route.request().url()).origin === product.url ? route.fallback() : route.abort(),
  );
  await prepare(one.context);
  const watch = await watchPage(one.context, ours(product.url));
  await one.page.close();
  const { page } = watch;
  await page.goto('/exchanges', { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: words('en', 'exchanges.title'), exact: true }).waitFor();
  await watch.done();
  watch.calm();
  return { one: { ...one, page, control: (event) => page.locator(`[data-says="${event}"]`) }, watch };
};
