import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import type { Account } from '../scanned.ts';
import { putMail } from './outbox.ts';

interface Words {
  subject: (product: string, code: string) => string;
  body: (code: string, lastFour: string) => string[];
}

const ru: Words = {
  subject: (product, code) => `${code} — код для просмотра карты в ${product}`,
  body: (code, lastFour) => [
    `Код, который один раз покажет номер карты •• ${lastFour}: ${code}`,
    'Код действует 10 минут. Номер закроется сам через 30 секунд.',
    'Если это были не вы, никому не сообщайте код, заморозьте карту и смените пароль.',
  ],
};

const en: Words = {
  subject: (product, code) => `${code} is your ${product} code for a look at your card`,
  body: (code, lastFour) => [
    `The code that shows the number of the card •• ${lastFour} once: ${code}`,
    'The code is good for 10 minutes. The number hides by itself after 30 seconds.',
    'If it was not you, tell nobody the code, freeze the card and change your password.',
  ],
};

/** The letter with the code before the number of a card is shown. In the transaction of the wish. */
export const writeRevealMail = async (
  house: House,
  db: Db,
  { account, code, lastFour, until }: { account: Account; code: string; lastFour: string; until: string },
): Promise<void> => {
  const words = account.locale === 'ru' ? ru : en;
  await putMail(db, {
    kind: 'second_step',
    recipient: account.email,
    locale: account.locale,
    subject: words.subject(house.config.productName, code),
    body: `${words.body(code, lastFour).join('\n\n')}\n`,
    until,
  });
};
