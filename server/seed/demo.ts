import { sql } from 'kysely';
import type { House } from '../area.ts';
import { makeAccount, withCheckDigit } from '../auth/accounts.ts';
import { hashPassword } from '../auth/passwords.ts';
import type { Db } from '../db/db.ts';
import type { Account } from '../scanned.ts';
import { telegramPeople } from '../sandbox/telegram-people.ts';
import { seedDemoChats } from './demo-chats.ts';
import { seedDemoMoney } from './demo-money.ts';
import { seedDemoReferral } from './demo-referral.ts';

/** The accounts that a newcomer signs in with; without a password by code. Production refuses to start beside them. */
export const demoAccounts = [
  { email: 'demo@example.com', password: 'demo-password-1', number: withCheckDigit('1000001') },
  { email: 'new@example.com', password: 'demo-password-2', number: withCheckDigit('1000002') },
  { email: 'must@example.com', password: undefined, number: withCheckDigit('1000003') },
] as const;
export type DemoEmail = (typeof demoAccounts)[number]['email'];
export type DemoPerson = Pick<Account, 'id' | 'email' | 'number'>;

/** Makes the demo accounts with all they own, unless they are there. One process at a time. */
export const seedDemo = async (house: House): Promise<void> => {
  const first = await house.db.selectFrom('accounts').select('id').where('demo', '=', true).limit(1).executeTakeFirst();
  if (!first) await makeAccounts(house);
  await seedDemoChats(house.db);
  await seedDemoTelegram(house.db);
};

/** Whom the sandbox calls Darya signs in to the demo account. */
const seedDemoTelegram = async (db: Db): Promise<void> => {
  await sql`
    insert into telegram_links (telegram_id, account_id)
    select ${telegramPeople[0].id}, id from accounts where email = ${demoAccounts[0].email} and demo
    on conflict do nothing`.execute(db);
};

/** The accounts with their money, in one transaction. */
const makeAccounts = async (house: House): Promise<void> => {
  const hashes = await Promise.all(
    demoAccounts.map(async ({ password }) => password && (await hashPassword(password))),
  );
  await house.db.transaction().execute(async (db: Db) => {
    const made: Partial<Record<DemoEmail, DemoPerson>> = {};
    for (const [place, { email, number }] of demoAccounts.entries()) {
      made[email] = await makeAccount(house, db, {
        email,
        number,
        shown: 'ru',
        password: hashes[place] ?? null,
        demo: true,
      });
    }
    const people = made as Record<DemoEmail, DemoPerson>;
    await seedDemoReferral(db, { demo: people['demo@example.com'].id, guest: people['must@example.com'].id });
    await seedDemoMoney(house, db, people);
  });
};
