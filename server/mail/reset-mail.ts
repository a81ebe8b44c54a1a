import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { putMail } from './outbox.ts';

interface ResetMail {
  to: string;
  /** False: nobody has this address. The row is written all the same, and never sent. */
  wanted: boolean;
  locale: 'ru' | 'en';
  link: string;
  device: string;
  place: string;
  /** When the link has ended. */
  until: string;
}

const texts = {
  ru: {
    subject: (product: string) => `Новый пароль в ${product}`,
    opening: (product: string) =>
      `Кто-то попросил задать новый пароль для вашего аккаунта в ${product}. Откройте ссылку:`,
    life: 'Ссылка действует один час и срабатывает один раз. После смены пароля на других устройствах придётся войти заново, а вход через Telegram, если он был, отключится.',
    asked: (device: string, place: string) => `Запрос пришёл из браузера: ${device}, сетевой адрес: ${place}.`,
    ending: 'Если это были не вы, ничего не делайте и никому не передавайте ссылку: пароль останется прежним.',
  },
  en: {
    subject: (product: string) => `A new password for ${product}`,
    opening: (product: string) => `Somebody asked to set a new password for your ${product} account. Open this link:`,
    life: 'The link is good for one hour and works once. After the change other devices have to sign in again, and sign-in with Telegram, if you had it, is off.',
    asked: (device: string, place: string) => `The request came from ${device}, network address ${place}.`,
    ending: 'If it was not you, do nothing, and give nobody the link: the password stays as it is.',
  },
};

export const writeResetMail = async (house: House, db: Db, mail: ResetMail): Promise<void> => {
  const { subject, opening, life, asked, ending } = texts[mail.locale];
  const { productName } = house.config;
  const body = [opening(productName), mail.link, life, asked(mail.device, mail.place), ending];
  await putMail(db, {
    kind: 'reset_password',
    recipient: mail.to,
    locale: mail.locale,
    subject: mail.wanted ? subject(productName) : '',
    body: mail.wanted ? `${body.join('\n\n')}\n` : '',
    unsendable: !mail.wanted,
    until: mail.until,
  });
};
