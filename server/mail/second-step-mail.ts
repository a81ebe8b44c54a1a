import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { onScreen } from '../money/on-screen.ts';
import type { OperationRow } from '../operations/row.ts';
import type { Account } from '../scanned.ts';
import { say } from '../http/words.ts';
import { putMail } from './outbox.ts';

interface Words {
  subject: (product: string, code: string) => string;
  opening: (code: string) => string;
  what: (amount: string) => string;
  life: string;
  ending: string;
}

const ru: Words = {
  subject: (product, code) => `${code} — код для вывода из ${product}`,
  opening: (code) => `Код, который подтвердит вывод новому получателю: ${code}`,
  what: (amount) => `Вы выводите ${amount}. Сверьте получателя с тем, что на экране:`,
  life: 'Код действует, пока действует операция, и срабатывает один раз.',
  ending: 'Если это были не вы, никому не сообщайте код и смените пароль: без кода деньги никуда не уйдут.',
};

const en: Words = {
  subject: (product, code) => `${code} is your ${product} withdrawal code`,
  opening: (code) => `The code that confirms a withdrawal to a new recipient: ${code}`,
  what: (amount) => `You are withdrawing ${amount}. Compare the recipient with the one on your screen:`,
  life: 'The code is good as long as the operation is, and works once.',
  ending: 'If it was not you, tell nobody the code and change your password: without the code no money leaves.',
};

/** The letter with the code of an operation's second step: how much, and to whom in full. */
export const writeSecondStepMail = async (
  house: House,
  db: Db,
  { account, row, code }: { account: Account; row: OperationRow; code: string },
): Promise<void> => {
  const words = account.locale === 'ru' ? ru : en;
  const give = currencyOf(await readCurrencies(db), row.give_currency);
  const facts = (row.details.facts ?? []).map(({ label, text }) => `${say(account.locale, `fact.${label}`)}: ${text}`);
  const body = [
    words.opening(code),
    words.what(onScreen(row.give, give, account.locale)),
    ...facts,
    words.life,
    words.ending,
  ];
  await putMail(db, {
    kind: 'second_step',
    recipient: account.email,
    locale: account.locale,
    subject: words.subject(house.config.productName, code),
    body: `${body.join('\n\n')}\n`,
    until: row.expires_at,
  });
};
