import { sql } from 'kysely';
import { mailTo, type ChildServer } from '../server/harness.ts';
import { tell, type Visit } from '../tools/product.ts';

const passwords: Record<string, string> = {
  'demo@example.com': 'demo-password-1',
  'new@example.com': 'demo-password-2',
};

/** A POST of this browser, as the page would send it. */
export async function post({ context, page }: Visit, url: string, path: string, data: object): Promise<void> {
  const { origin } = new URL(url);
  const reply = await context.request.post(`${origin}${path}`, { data, headers: { origin } });
  if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()} at ${page.url()}`);
}

/** Asks for a letter from this browser. */
export const askForLetter = (one: Visit, { url }: ChildServer, email: string): Promise<void> =>
  post(one, url, '/api/auth/login', { email });

/** This browser has a session before its page is opened. */
export async function comeIn(one: Visit, product: ChildServer, email: string): Promise<void> {
  const password = passwords[email];
  if (password !== undefined) {
    await post(one, product.url, '/api/auth/login_by_password', { email, password, remember: false });
    return;
  }
  await askForLetter(one, product, email);
  const { code } = await mailTo(product, email);
  await post(one, product.url, '/api/auth/code', { code, remember: false });
}

interface Kept {
  accounts: { id: string; email: string }[];
  credentials: { account_id: string; password: string }[];
  pairs: { src: string; dst: string; percent: string }[];
  methods: { id: string; enabled: boolean }[];
  links: { telegram_id: string; account_id: string }[];
}
const beginnings = new WeakMap<ChildServer, Kept>();

/** The server as it was when it started, but for the money that has moved since: each walk begins here. */
export async function beginAgain(product: ChildServer): Promise<void> {
  const { db } = product;
  let kept = beginnings.get(product);
  if (!kept) {
    const credentials = await sql<Kept['credentials'][number]>`select account_id, password from credentials`.execute(
      db,
    );
    const accounts = await sql<Kept['accounts'][number]>`select id, email from accounts`.execute(db);
    const pairs = await sql<Kept['pairs'][number]>`select src, dst, percent::text from exchange_pairs`.execute(db);
    const methods = await sql<Kept['methods'][number]>`select id, enabled from payment_methods`.execute(db);
    const links = await sql<Kept['links'][number]>`select telegram_id, account_id from telegram_links`.execute(db);
    kept = {
      accounts: accounts.rows,
      credentials: credentials.rows,
      pairs: pairs.rows,
      methods: methods.rows,
      links: links.rows,
    };
    beginnings.set(product, kept);
  }
  for (const table of [
    'sign_in_requests',
    'password_resets',
    'puzzles',
    'mail_changes',
    'attempts',
    'credentials',
    'telegram_requests',
    'telegram_answers',
    'telegram_links',
  ])
    await sql.raw(`delete from ${table}`).execute(db);
  for (const { id, email } of kept.accounts)
    await sql`update accounts set email = ${email} where id = ${id}`.execute(db);
  for (const { account_id, password } of kept.credentials)
    await sql`insert into credentials (account_id, password) values (${account_id}, ${password})`.execute(db);
  for (const { telegram_id, account_id } of kept.links)
    await sql`insert into telegram_links (telegram_id, account_id) values (${telegram_id}, ${account_id})`.execute(db);
  await sql`update accounts set need_set_password = (email = 'must@example.com')`.execute(db);
  for (const { src, dst, percent } of kept.pairs)
    await sql`update exchange_pairs set percent = ${percent}::numeric, enabled = true
      where src = ${src} and dst = ${dst} and (percent <> ${percent}::numeric or not enabled)`.execute(db);
  for (const { id, enabled } of kept.methods)
    await sql`update payment_methods set enabled = ${enabled} where id = ${id} and enabled <> ${enabled}`.execute(db);
  await tell(product, 'settings', { auth_type: 'password', site_blocked: false, sign_in_redirect: null });
  await tell(product, 'providers', {});
  await tell(product, 'quotes', {});
}
