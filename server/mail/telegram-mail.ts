import type { House } from '../area.ts';
import type { Db } from '../db/db.ts';
import { putMail } from './outbox.ts';

interface TelegramMail {
  to: string;
  locale: 'ru' | 'en';
  /** Of the browser in which it was done. */
  device: string;
  place: string;
}

const texts = {
  ru: {
    subject: (product: string) => `В ваш аккаунт в ${product} теперь входят через Telegram`,
    opening: (product: string) =>
      `Вход через Telegram связан с вашим аккаунтом в ${product}: адрес подтвердили кодом из письма. Прежняя связь, если была, больше не действует.`,
    done: (device: string, place: string) => `Это сделано в браузере: ${device}, сетевой адрес: ${place}.`,
    ending:
      'Если это были не вы, отвяжите Telegram в настройках и напишите в поддержку. Новый пароль, заданный по ссылке из письма, и смена адреса отключают вход через Telegram.',
  },
  en: {
    subject: (product: string) => `Telegram now signs in to your ${product} account`,
    opening: (product: string) =>
      `Sign-in with Telegram was linked to your ${product} account: the address was confirmed by a code from an e-mail. An earlier link, if there was one, is void.`,
    done: (device: string, place: string) => `It was done in ${device}, network address ${place}.`,
    ending:
      'If it was not you, unlink Telegram in the settings and write to support. A new password by a link from an e-mail, and a change of the address, end sign-in with Telegram.',
  },
};

/** To the address of an account to which a Telegram account was tied, in that transaction. */
export const writeTelegramTied = async (house: House, db: Db, mail: TelegramMail): Promise<void> => {
  const { subject, opening, done, ending } = texts[mail.locale];
  const { productName } = house.config;
  const body = [opening(productName), done(mail.device, mail.place), ending];
  await putMail(db, {
    ...{ kind: 'telegram_tied', recipient: mail.to, locale: mail.locale },
    ...{ subject: subject(productName), body: `${body.join('\n\n')}\n` },
  });
};
