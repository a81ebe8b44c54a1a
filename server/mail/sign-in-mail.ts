import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { putMail } from './outbox.ts';

interface SignInMail {
  to: string;
  /** False: nobody has this address. The row is written all the same, and never sent. */
  wanted: boolean;
  /** A sign-in, a new account, one that was asked for although it is there, or a way in by somebody's Telegram account. */
  about: 'sign_in' | 'sign_up' | 'sign_up_known' | 'telegram';
  locale: 'ru' | 'en';
  code: string;
  link: string;
  device: string;
  place: string;
  /** When both have ended. */
  until: string;
}

interface Words {
  subject: string;
  /** What the code is for, before the code itself. */
  opening: string[];
  /** What to do with a letter that somebody else asked for. */
  ending: string;
}

type Texts = Record<SignInMail['about'], (product: string, code: string) => Words>;

const ru = {
  words: {
    sign_in: (product, code) => ({
      subject: `${code} — код для входа в ${product}`,
      opening: [`Код для входа в ${product}: ${code}`],
      ending: 'Если это были не вы, ничего не делайте и никому не сообщайте код.',
    }),
    sign_up: (product, code) => ({
      subject: `${code} — код для регистрации в ${product}`,
      opening: [`Код, который подтвердит ваш адрес и откроет аккаунт в ${product}: ${code}`],
      ending: 'Если это были не вы, ничего не делайте и никому не сообщайте код: без него аккаунт не появится.',
    }),
    sign_up_known: (product, code) => ({
      subject: `${code} — код для входа в ${product}`,
      opening: [
        `Кто-то попросил открыть аккаунт в ${product} на этот адрес, но он у вас уже есть. Пароль остался прежним.`,
        `Если это были вы, войдите по этому коду: ${code}`,
      ],
      ending: 'Если это были не вы, ничего не делайте и никому не сообщайте код.',
    }),
    telegram: (product, code) => ({
      subject: `${code} — код для входа в ${product} через Telegram`,
      opening: [
        `Кто-то входит в ${product} через Telegram и указал ваш адрес.`,
        `Код, который подтвердит адрес и позволит дальше входить через этот Telegram: ${code}`,
      ],
      ending: 'Если это были не вы, никому не сообщайте код: с ним чужой Telegram откроет ваш аккаунт.',
    }),
  } satisfies Texts,
  link: 'Или откройте ссылку в том же браузере:',
  life: 'Код и ссылка действуют 10 минут и срабатывают один раз.',
  asked: (device: string, place: string) => `Запрос пришёл из браузера: ${device}, сетевой адрес: ${place}.`,
};

const en = {
  words: {
    sign_in: (product, code) => ({
      subject: `${code} is your ${product} sign-in code`,
      opening: [`Your code to sign in to ${product}: ${code}`],
      ending: 'If it was not you, do nothing, and tell nobody the code.',
    }),
    sign_up: (product, code) => ({
      subject: `${code} is your ${product} sign-up code`,
      opening: [`The code that confirms your address and opens your ${product} account: ${code}`],
      ending: 'If it was not you, do nothing, and tell nobody the code: without it there will be no account.',
    }),
    sign_up_known: (product, code) => ({
      subject: `${code} is your ${product} sign-in code`,
      opening: [
        `Somebody asked for a ${product} account at this address, but you have one already. Its password is unchanged.`,
        `If it was you, sign in with this code: ${code}`,
      ],
      ending: 'If it was not you, do nothing, and tell nobody the code.',
    }),
    telegram: (product, code) => ({
      subject: `${code} is your ${product} code to sign in with Telegram`,
      opening: [
        `Somebody signs in to ${product} with Telegram and gave your address.`,
        `The code that confirms the address and lets this Telegram account sign in from now on: ${code}`,
      ],
      ending: 'If it was not you, tell nobody the code: with it, somebody else’s Telegram opens your account.',
    }),
  } satisfies Texts,
  link: 'Or open this link in the same browser:',
  life: 'The code and the link are good for 10 minutes and work once.',
  asked: (device: string, place: string) => `The request came from ${device}, network address ${place}.`,
};

const texts = { ru, en };

export const writeSignInMail = async (house: House, db: Db, mail: SignInMail): Promise<void> => {
  const { words, link, life, asked } = texts[mail.locale];
  const { subject, opening, ending } = words[mail.about](house.config.productName, mail.code);
  const body = [...opening, link, mail.link, life, asked(mail.device, mail.place), ending];
  await putMail(db, {
    kind: mail.about,
    recipient: mail.to,
    locale: mail.locale,
    subject: mail.wanted ? subject : '',
    body: mail.wanted ? `${body.join('\n\n')}\n` : '',
    unsendable: !mail.wanted,
    until: mail.until,
  });
};
