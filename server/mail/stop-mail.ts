import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { putMail } from './outbox.ts';
import { readerOf } from './reader.ts';

type What = 'stopped' | 'goes';

const texts: Record<'ru' | 'en', Record<What, { subject: (product: string) => string; body: string[] }>> = {
  ru: {
    stopped: {
      subject: (product) => `Ваш аккаунт в ${product} остановлен`,
      body: [
        'Мы остановили ваш аккаунт, чтобы деньги на нём были в безопасности. Войти в него нельзя: все сеансы завершены, а вход через Telegram, если он был, отключён. Списаний с него нет, картой заплатить нельзя. Поступления зачисляются.',
        'Подтверждённые операции, которые ещё не были отправлены, отменяются, и их деньги возвращаются в кошельки. То, что уже отправлено, завершится как обычно.',
        'Чтобы аккаунт снова открыли, ответьте на это письмо. Если ваши письма может читать кто-то ещё, сначала смените пароль от почты.',
      ],
    },
    goes: {
      subject: (product) => `Ваш аккаунт в ${product} снова открыт`,
      body: [
        'Ваш аккаунт снова открыт: можно войти и распоряжаться деньгами. Прежние сеансы, коды и ссылки не действуют.',
        'Если у аккаунта есть пароль, сразу задайте другой: с прежним войдёт любой, кто его знает. Для этого на странице входа нажмите «Я не помню пароль». Вход через Telegram, если он был, свяжите заново в настройках.',
        'Если вы об этом не просили, ответьте на это письмо.',
      ],
    },
  },
  en: {
    stopped: {
      subject: (product) => `Your ${product} account has been stopped`,
      body: [
        'We have stopped your account to keep its money safe. Nobody can sign in to it: every sign-in has been ended, and sign-in with Telegram, if there was one, is off. Nothing is paid out of it, and its cards are declined. Money that comes in is credited.',
        'What was confirmed and had not been sent yet is cancelled, and its money is put back into the wallets. What had been sent already ends as usual.',
        'To have the account opened again, answer this e-mail. If somebody else may read your e-mails, change the password of your mailbox first.',
      ],
    },
    goes: {
      subject: (product) => `Your ${product} account is open again`,
      body: [
        'Your account is open again: you can sign in and use its money. Sign-ins, codes and links of before are void.',
        'If the account has a password, set another one at once: whoever knows the old one signs in with it. On the sign-in page, press “I forgot the password”. If you used Telegram to sign in, link it again in the settings.',
        'If you did not ask for this, answer this e-mail.',
      ],
    },
  },
};

/**
 * To whoever an account belongs that the house has just stopped, or lets go again, in that transaction. Nobody can turn it off. Of
 * why it was stopped it says nothing: somebody else may read it as well.
 */
export const writeStopped = async (
  { productName }: Pick<Config, 'productName'>,
  db: Db,
  { account, what }: { account: string; what: What },
): Promise<void> => {
  const { email, locale } = await readerOf(db, account);
  const { subject, body } = texts[locale][what];
  await putMail(db, {
    ...{ kind: `account_${what}`, recipient: email, locale },
    ...{ subject: subject(productName), body: `${body.join('\n\n')}\n` },
  });
};
