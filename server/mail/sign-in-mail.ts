import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { putMail } from './outbox.ts';

interface SignInMail {
  to: string;
  /** False: nobody has this address. The row is written all the same, and never sent. */
  wanted: boolean;
  locale: 'ru' | 'en';
  code: string;
  link: string;
  device: string;
  place: string;
}

const texts = {
  ru: (product: string, mail: SignInMail) => ({
    subject: `${mail.code} — код для входа в ${product}`,
    body: [
      `Код для входа в ${product}: ${mail.code}`,
      'Или откройте ссылку в том же браузере:',
      mail.link,
      'Код и ссылка действуют 10 минут и срабатывают один раз.',
      `Запрос пришёл из браузера: ${mail.device}, адрес: ${mail.place}.`,
      'Если это были не вы, ничего не делайте и никому не сообщайте код.',
    ],
  }),
  en: (product: string, mail: SignInMail) => ({
    subject: `${mail.code} is your ${product} sign-in code`,
    body: [
      `Your code to sign in to ${product}: ${mail.code}`,
      'Or open this link in the same browser:',
      mail.link,
      'The code and the link are good for 10 minutes and work once.',
      `The request came from ${mail.device}, address ${mail.place}.`,
      'If it was not you, do nothing, and tell nobody the code.',
    ],
  }),
};

export const writeSignInMail = async (house: House, db: Db, mail: SignInMail): Promise<void> => {
  const { subject, body } = texts[mail.locale](house.config.productName, mail);
  await putMail(db, {
    kind: 'sign_in',
    recipient: mail.to,
    locale: mail.locale,
    subject: mail.wanted ? subject : '',
    body: mail.wanted ? `${body.join('\n\n')}\n` : '',
    unsendable: !mail.wanted,
  });
};
