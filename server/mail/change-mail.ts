import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { putMail } from './outbox.ts';

interface Words {
  subject: (product: string, code: string) => string;
  old: (product: string, code: string, to: string) => string[];
  fresh: (product: string, code: string, from: string) => string[];
  /** The new address has an account of its own. */
  taken: (product: string) => string;
  life: string;
  doneSubject: (product: string) => string;
  done: (product: string, to: string) => string[];
}

const ru: Words = {
  subject: (product, code) => `${code} — код для смены адреса в ${product}`,
  old: (product, code, to) => [
    `Вы просите сменить адрес своего аккаунта в ${product} на ${to}.`,
    `Код для этого адреса: ${code}`,
    'Если это были не вы, никому не сообщайте код и смените пароль: без кода адрес останется прежним.',
  ],
  fresh: (product, code, from) => [
    `Этот адрес просят привязать к аккаунту в ${product}. Сейчас у аккаунта адрес ${from}.`,
    `Код для этого адреса: ${code}`,
    'Если это были не вы, ничего не делайте и никому не сообщайте код.',
  ],
  taken: (product) =>
    `У вас уже есть аккаунт в ${product} с этим адресом, поэтому привязать его к другому аккаунту не получится.`,
  life: 'Код действует 10 минут и срабатывает один раз.',
  doneSubject: (product) => `Адрес вашего аккаунта в ${product} сменён`,
  done: (product, to) => [
    `Ваш аккаунт в ${product} теперь привязан к адресу ${to}. Письма на этот адрес больше не приходят.`,
    'Во всех остальных браузерах сеансы завершены, а вход через Telegram, если он был, отключён.',
    'Если это были не вы, сразу ответьте на это письмо.',
  ],
};

const en: Words = {
  subject: (product, code) => `${code} is your ${product} code for a new address`,
  old: (product, code, to) => [
    `You asked to change the address of your ${product} account to ${to}.`,
    `The code for this address: ${code}`,
    'If it was not you, tell nobody the code and change your password: without the code the address stays.',
  ],
  fresh: (product, code, from) => [
    `Somebody wants to use this address for a ${product} account. Its address is ${from} now.`,
    `The code for this address: ${code}`,
    'If it was not you, do nothing, and tell nobody the code.',
  ],
  taken: (product) => `You have a ${product} account with this address already, so it cannot belong to another one.`,
  life: 'The code is good for 10 minutes and works once.',
  doneSubject: (product) => `The address of your ${product} account was changed`,
  done: (product, to) => [
    `Your ${product} account now has the address ${to}. No more e-mails come to this one.`,
    'Every other browser was signed out, and sign-in with Telegram, if there was one, is off.',
    'If it was not you, answer this e-mail at once.',
  ],
};

const texts = { ru, en };
const bodyOf = (parts: string[]): string => `${parts.join('\n\n')}\n`;

interface Asked {
  from: string;
  to: string;
  locale: 'ru' | 'en';
  /** `d•••@example.com`: to a stranger the whole address is not told. */
  maskedFrom: string;
  codes: { old: string; fresh: string };
  /** When both codes have ended. */
  until: string;
  isTaken: boolean;
}

/** One code to each of the two letter boxes. */
export const writeMailCodes = async (house: House, db: Db, asked: Asked): Promise<void> => {
  const { productName } = house.config;
  const { from, to, locale, maskedFrom, codes, isTaken, until } = asked;
  const words = texts[locale];
  await putMail(db, {
    ...{ kind: 'mail_change_old', recipient: from, locale, subject: words.subject(productName, codes.old) },
    body: bodyOf([...words.old(productName, codes.old, to), words.life]),
    until,
  });
  await putMail(db, {
    ...{ kind: 'mail_change_new', recipient: to, locale, subject: words.subject(productName, codes.fresh) },
    body: bodyOf([
      ...words.fresh(productName, codes.fresh, maskedFrom),
      ...(isTaken ? [words.taken(productName)] : []),
      words.life,
    ]),
    until,
  });
};

/** To the address that was left, afterwards. */
export const writeMailChanged = async (
  house: House,
  db: Db,
  { from, to, locale }: Pick<Asked, 'from' | 'to' | 'locale'>,
): Promise<void> => {
  const words = texts[locale];
  await putMail(db, {
    ...{ kind: 'mail_changed', recipient: from, locale, subject: words.doneSubject(house.config.productName) },
    body: bodyOf(words.done(house.config.productName, to)),
  });
};
