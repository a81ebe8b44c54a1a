import type { Locator } from 'playwright';
import { mailTo } from '../server/harness.ts';
import { deep } from './deep.ts';
import { heading, tabTo, type Visit } from './product.ts';

/** Goes to a control by the Tab key alone, and presses a key there. */
export async function press(one: Visit, which: Locator, key = 'Enter'): Promise<void> {
  await tabTo(one, which);
  await one.page.keyboard.press(key);
}

/** Goes to a field by the Tab key alone; what is typed takes the place of what stood there. */
export async function write(one: Visit, which: Locator, text: string): Promise<void> {
  await tabTo(one, which);
  await one.page.keyboard.press('ControlOrMeta+A');
  await one.page.keyboard.type(text);
}

/** In a deep run by the Tab key alone; every day the focus is given to it, and the way there is not walked. */
const goTo = (one: Visit, which: Locator): Promise<void> => (deep ? tabTo(one, which) : which.first().focus());

/** As `press`, for a journey of every day whose way by keys a deep run walks. */
export async function pressSoon(one: Visit, which: Locator, key = 'Enter'): Promise<void> {
  await goTo(one, which);
  await one.page.keyboard.press(key);
}

/** As `write`, for the same. */
export async function writeSoon(one: Visit, which: Locator, text: string): Promise<void> {
  await goTo(one, which);
  await one.page.keyboard.press('ControlOrMeta+A');
  await one.page.keyboard.type(text);
}

/** The controls of the window that stands over the page. */
export const inDialog = (one: Visit): Visit => ({
  ...one,
  control: (says) => one.page.getByRole('dialog').locator(`[data-says="${says}"]`),
});

/** Types the code of the last letter, where it is asked for. */
export async function writeCode(one: Visit, product: { url: string }, email: string): Promise<void> {
  await one.control('user.code typed').waitFor();
  await write(one, one.control('user.code typed'), (await mailTo(product, email)).code);
  await one.page.keyboard.press('Enter');
}

/** Signs in by keys wherever the form stands: with this password, or with a code, whichever the server asks for. */
export async function enter(one: Visit, product: { url: string }, email: string, password?: string): Promise<void> {
  await write(one, one.control('user.email typed'), email);
  if (password !== undefined) {
    await write(one, one.control('user.password typed'), password);
    await one.page.keyboard.press('Enter');
    return;
  }
  const instead = one.control('user.code wanted');
  await press(one, (await instead.count()) > 0 ? instead : one.control('user.submitted'));
  await writeCode(one, product, email);
}

/** Signs out by the menu, and says yes. */
export async function signOut(one: Visit): Promise<void> {
  await press(one, one.page.getByRole('button', { name: one.words('frame.menu') }));
  await press(one, one.control('user.logout wanted'));
  await press(one, one.control('user.confirmed'));
  await heading(one, 'landing.title').waitFor();
}
