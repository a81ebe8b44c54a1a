import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMail } from '../../server/mail/outbox.ts';
import { tellVerdict } from '../../server/verification/tell.ts';
import { becomes, checked, makePerson, submit, type Person } from './money.ts';
import { mailTo, signInByCode, signInByPassword, startServer, type Browser, type TestServer } from './harness.ts';
import { transferred } from './transfer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const shows = (locale: 'ru' | 'en'): Browser => {
  const browser = server.browser();
  browser.cookies.set('i18n_redirected', locale);
  return browser;
};
const emailOf = ({ number }: Person) => `p${number}@example.com`;
/** By a code, in a browser that shows this language. */
const signIn = async (person: Person, locale: 'ru' | 'en'): Promise<void> => {
  await sql`delete from sign_in_requests`.execute(server.db);
  await signInByCode(server, shows(locale), emailOf(person));
};
/** Somebody who has chosen no language. */
const newcomer = async (money?: Record<string, string>): Promise<Person> => {
  const person = await makePerson(server, money);
  await sql`update accounts set locale = null where id = ${person.id}`.execute(server.db);
  return person;
};
const kept = async (email: string) =>
  await server.db
    .selectFrom('accounts')
    .select(['locale', 'shown_locale'])
    .where('email', '=', email)
    .executeTakeFirst();
const lettersTo = async (email: string, kind = 'operation') =>
  (await listMail(server.db, email)).filter((mail) => mail.kind === kind).map(({ locale }) => locale);

test('F15 whoever has chosen no language is written to in that of the page in which they last signed in', async () => {
  const [ann, bob] = [await newcomer(), await newcomer({})];
  await signIn(ann, 'en');
  // At once, and the long way.
  await transferred(ann.browser, { to: bob.number });
  const operation = await checked(ann.browser);
  await submit(ann.browser, operation);
  await becomes(ann.browser, operation, 'completed');
  expect([await lettersTo(emailOf(ann)), await lettersTo(emailOf(bob))]).toEqual([['en', 'en'], ['ru']]);

  await signIn(bob, 'en');
  await signIn(ann, 'ru');
  await transferred(ann.browser, { to: bob.number });
  expect([await lettersTo(emailOf(ann)), await lettersTo(emailOf(bob))]).toEqual([
    ['ru', 'en', 'en'],
    ['en', 'ru'],
  ]);

  await sql`update accounts set locale = 'en' where id = ${ann.id}`.execute(server.db);
  await sql`update accounts set locale = 'ru' where id = ${bob.id}`.execute(server.db);
  await transferred(ann.browser, { to: bob.number });
  expect([(await lettersTo(emailOf(ann)))[0], (await lettersTo(emailOf(bob)))[0]]).toEqual(['en', 'ru']);
});

test('F15 a verdict about papers is written in it too', async () => {
  const ann = await newcomer();
  await signIn(ann, 'en');
  await server.db.transaction().execute(async (trx) => {
    const document = await trx
      .insertInto('verification_documents')
      .values({ id: 'LETTERLANGUAGE000001', account_id: ann.id, kind: 'passport', status: 'verified', rounds: 1 })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tellVerdict(trx, { productName: 'Statera', publicUrl: undefined }, document);
  });
  expect(await lettersTo(emailOf(ann), 'verification')).toEqual(['en']);
});

test('F15 who signs up is known by the page of that, who is remembered by the page that shows it; neither is a choice', async () => {
  const email = 'stranger@example.com';
  const english = shows('en');
  await english.post('/api/auth/register', { email, password: 'a quiet long phrase' });
  const { code } = await mailTo(server, email);
  expect((await english.post('/api/auth/code', { code, remember: true })).body.user).toMatchObject({ locale: 'en' });
  expect(await kept(email)).toEqual({ locale: null, shown_locale: 'en' });
  const russian = shows('ru');
  russian.cookies.set('remember', english.cookies.get('remember') ?? '');
  expect((await russian.get('/api/auth/check')).body.user).toMatchObject({ email, locale: 'ru' });
  expect(await kept(email)).toEqual({ locale: null, shown_locale: 'ru' });
});

test('F15 a sign-in waits for nobody who holds the account, and several at once for none of each other', async () => {
  const ann = await newcomer();
  await server.db.transaction().execute(async (trx) => {
    await sql`select 1 from accounts where id = ${ann.id} for no key update`.execute(trx);
    await signIn(ann, 'en');
  });
  expect(await kept(emailOf(ann))).toEqual({ locale: null, shown_locale: null });
  await Promise.all(Array.from({ length: 4 }, (_, at) => signInByPassword(shows(at % 2 === 0 ? 'ru' : 'en'))));
});
