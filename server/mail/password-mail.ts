import type { Ctx } from '../area.ts';
import { nameDevice } from '../auth/device.ts';
import type { Db } from '../db/db.ts';
import { putMail } from './outbox.ts';
import { readerOf } from './reader.ts';

/** A first one, another one by whoever knew the old one, another one by the link of an e-mail. */
type NewPassword = 'first' | 'another' | 'by link';

interface Words {
  subject: (product: string) => string;
  opening: Record<NewPassword, (product: string) => string>;
  /** What ended with it. */
  ended: Record<NewPassword, string>;
  done: (device: string, place: string) => string;
  ending: string;
}

const texts: Record<'ru' | 'en', Words> = {
  ru: {
    subject: (product) => `Новый пароль вашего аккаунта в ${product}`,
    opening: {
      first: (product) => `Для вашего аккаунта в ${product} задан пароль.`,
      another: (product) => `Пароль вашего аккаунта в ${product} изменён.`,
      'by link': (product) => `Пароль вашего аккаунта в ${product} изменён по ссылке из письма.`,
    },
    ended: {
      first: 'Во всех остальных браузерах нужно войти заново.',
      another: 'Во всех остальных браузерах нужно войти заново, а вход через Telegram, если он был, отключён.',
      'by link': 'Во всех остальных браузерах нужно войти заново, а вход через Telegram, если он был, отключён.',
    },
    done: (device, place) => `Это сделано в браузере: ${device}, сетевой адрес: ${place}.`,
    ending:
      'Если это были не вы, на странице входа нажмите «Я не помню пароль» и задайте другой: чужие сеансы тоже завершатся. Потом смените пароль от почты и напишите в поддержку.',
  },
  en: {
    subject: (product) => `A new password of your ${product} account`,
    opening: {
      first: (product) => `A password was set for your ${product} account.`,
      another: (product) => `The password of your ${product} account was changed.`,
      'by link': (product) => `The password of your ${product} account was changed by the link of an e-mail.`,
    },
    ended: {
      first: 'Every other browser has to sign in again.',
      another: 'Every other browser has to sign in again, and sign-in with Telegram, if there was one, is off.',
      'by link': 'Every other browser has to sign in again, and sign-in with Telegram, if there was one, is off.',
    },
    done: (device, place) => `It was done in ${device}, network address ${place}.`,
    ending:
      'If it was not you, press “I forgot the password” on the sign-in page and set another one: that ends the sessions of others, too. Then change the password of your mailbox, and write to support.',
  },
};

/** To the address of an account that has just got a password, in that transaction. Nobody can turn it off. */
export const writePasswordSet = async (
  { house, request, locale: shown }: Pick<Ctx, 'house' | 'request' | 'locale'>,
  db: Db,
  { account, how }: { account: string; how: NewPassword },
): Promise<void> => {
  const { email, locale } = await readerOf(db, account, shown);
  const { subject, opening, ended, done, ending } = texts[locale];
  const { productName } = house.config;
  const body = [opening[how](productName), ended[how], done(nameDevice(request.userAgent), request.ip), ending];
  await putMail(db, {
    ...{ kind: 'password_set', recipient: email, locale },
    ...{ subject: subject(productName), body: `${body.join('\n\n')}\n` },
  });
};
