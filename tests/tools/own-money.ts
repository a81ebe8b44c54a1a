import type { Browser } from 'playwright';
import type { ChildServer } from '../server/harness.ts';
import { makePerson, type Person } from '../server/money.ts';
import { payout } from '../server/withdraw.ts';
import { visit, type Visit, type VisitOptions } from './product.ts';

/** Somebody with an account of their own, and how their browsers come to it. */
export interface Owner {
  person: Person;
  /** Another device: a browser with a session of its own, at a page. */
  device(path: string): Promise<Visit>;
  /** Another tab of the same browser. */
  tab(one: Visit, path: string): Promise<Visit>;
}

/** A new account with this money, whose providers are sure at once; verified, in the language of the visit. */
export async function ownMoney(
  browser: Browser,
  product: ChildServer,
  options: VisitOptions,
  money: Record<string, string>,
): Promise<Owner> {
  const person = await makePerson(product, money);
  const locale = options.language ?? 'ru';
  await product.db.updateTable('accounts').set({ locale, verification_level: 1 }).where('id', '=', person.id).execute();
  await payout(product.db, person.number);
  const open = async (more: VisitOptions, path: string): Promise<Visit> => {
    const one = await visit(browser, product.url, { ...options, ...more });
    if (!more.context) {
      const value = (await person.elsewhere()).cookies.get('session') ?? '';
      await one.context.addCookies([{ name: 'session', value, url: product.url, httpOnly: true, sameSite: 'Lax' }]);
    }
    await one.page.goto(path);
    return one;
  };
  return { person, device: (path) => open({}, path), tab: ({ context }, path) => open({ context }, path) };
}
