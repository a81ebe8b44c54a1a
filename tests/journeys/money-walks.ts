import type { ChildServer } from '../server/harness.ts';
import type { Person } from '../server/money.ts';
import { payTo } from '../server/payments.ts';
import { mailedCode } from '../server/withdraw.ts';
import { words, type Visit } from '../tools/product.ts';

/** Who walks, where, and what they need to know of the outside. */
export interface Walk {
  one: Visit;
  product: ChildServer;
  person: Person;
  friend: Person;
}

/** One flow, from where its ways are listed to its receipt. */
export interface MoneyWalk {
  title: string;
  money: Record<string, string>;
  /** Where it begins. */
  list: string;
  /** From the list to the form, filled as a person fills it. */
  fill(walk: Walk): Promise<void>;
  /** From what is shown after the confirm to the end; nothing where nobody has to pay. */
  pay?(walk: Walk, id: string): Promise<void>;
  /** What stands there while somebody outside has not paid or answered; null where nobody outside takes part. */
  underWay: 'operation.tracking.title' | 'operation.paying.title' | null;
  receipt: string;
  history: string;
}

/** A card is given in the frame of its provider, on another origin. */
export async function giveCard({ one: { page } }: Walk): Promise<void> {
  const frame = page.frameLocator('iframe');
  await frame.locator('[name=number]').fill('4242 4242 4242 4242');
  await frame.locator('button').click();
  await page.getByText('Visa •• 4242').first().waitFor();
}

const chosen = async ({ one: { control } }: Walk, method: string): Promise<void> => {
  await control('user.method chosen', method).click();
};
const amount = ({ one: { control } }: Walk, value: string): Promise<void> =>
  control('user.amount typed', 'give').fill(value);

/** The page of the sandbox's acquirer, by what its button says. */
export async function answerPayPage({ one: { page } }: Walk, answer: 'pay' | 'decline' | 'cancel'): Promise<void> {
  await page.locator(`button[name=answer][value=${answer}]`).click();
}
/** From our page to that of the acquirer: a form navigation to another origin. */
export async function goToPayPage({ one: { page, control }, product }: Walk): Promise<void> {
  await control('user.handed over').click();
  await page.waitForURL((url) => url.pathname.startsWith('/pay/') && url.origin !== new URL(product.url).origin);
}

/** The code of the letter, where money goes to somebody for the first time. */
export async function enterCode({ one: { control }, product, person }: Walk): Promise<void> {
  await control('user.code typed').fill(await mailedCode(product.db, person.number));
}

const target = async ({ product: { db } }: Walk, id: string): Promise<string> => {
  const order = await db
    .selectFrom('sandbox_pay_orders')
    .select('target')
    .where('operation_id', '=', id)
    .executeTakeFirstOrThrow();
  return order.target ?? '';
};

export const moneyWalks: readonly MoneyWalk[] = [
  {
    title: 'deposit by bank transfer',
    money: {},
    list: '/deposit',
    async fill(walk) {
      await chosen(walk, 'bank_eur_in');
      await amount(walk, '100');
    },
    async pay(walk, id) {
      // Each detail can be copied by itself, as it stands.
      const reference = await target(walk, id);
      await walk.one.control('user.copied', reference).click();
      await walk.one.page.getByText(words(walk.one.language, 'copied-toast'), { exact: true }).first().waitFor();
      await payTo(walk.product, reference);
    },
    underWay: 'operation.paying.title',
    receipt: 'operation.succeeded.deposit',
    history: '/history/deposit',
  },
  {
    title: 'withdrawal to a card',
    money: { EUR: '1000' },
    list: '/withdraw',
    async fill(walk) {
      await chosen(walk, 'card_eur');
      await amount(walk, '100');
      await giveCard(walk);
    },
    underWay: 'operation.tracking.title',
    receipt: 'operation.succeeded.withdraw',
    history: '/history/withdraw',
  },
  {
    title: 'purchase on the page of a provider',
    money: {},
    list: '/purchase',
    async fill(walk) {
      await chosen(walk, 'card_usd_btc');
      await amount(walk, '100');
    },
    async pay(walk) {
      await goToPayPage(walk);
      await answerPayPage(walk, 'pay');
    },
    underWay: 'operation.paying.title',
    receipt: 'operation.succeeded.purchase',
    history: '/history/payment',
  },
  {
    title: 'transfer',
    money: { USD: '1000' },
    list: '/transfer',
    async fill(walk) {
      await walk.one.control('user.recipient typed').fill(walk.friend.number);
      await amount(walk, '100');
      await walk.one.control('user.comment typed').fill('for tea');
    },
    underWay: null,
    receipt: 'operation.succeeded.transfer',
    history: '/history/transfer',
  },
  {
    title: 'exchange of everything',
    money: { USD: '1000', JPY: '20000' },
    list: '/exchange/all/EUR',
    fill: async ({ one: { control } }) => control('user.submitted').waitFor(),
    underWay: 'operation.tracking.title',
    receipt: 'operation.succeeded.exchange_all',
    history: '/history/exchange',
  },
];
