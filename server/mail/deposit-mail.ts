import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import { currencyOf, readCurrencies } from '../money/currencies.ts';
import { onScreen } from '../money/on-screen.ts';
import type { OperationRow } from '../operations/row.ts';
import { dayOf } from '../payments/sent-back.ts';
import { putMail } from './outbox.ts';
import { readerOf } from './reader.ts';

interface Words {
  subject: (give: string) => string;
  /** `get`: what is left of it behind the fee. */
  body: (give: string, get: string) => string[];
  /** Where it is done: with its address, where that is known. */
  step: (url: string | undefined) => string;
  sent: (give: string, day: string, reference: string) => { subject: string; body: string[] };
  ending: string;
}

const ru: Words = {
  subject: (give) => `Пришло ${give}: подтвердите личность`,
  body: (give, get) => [
    `Ваш платёж пришёл: ${give}. До подтверждения личности зачислить его нельзя.`,
    `После этого, как только подтвердится и платёж, на ваш кошелёк само зачислится ${get}. Если подтверждать личность не хотите, напишите в поддержку: вернём деньги туда, откуда они пришли.`,
  ],
  step: (url) => (url === undefined ? 'Подтвердить личность можно в настройках.' : `Подтвердить личность: ${url}`),
  sent: (give, day, reference) => ({
    subject: `Деньги отправлены вам обратно: ${give}`,
    body: [
      `${day} мы отправили ${give} туда, откуда пришёл ваш платёж. Номер возврата: ${reference}.`,
      'Если деньги не придут за несколько дней, назовите этот номер банку или сервису, через который платили, или напишите в поддержку.',
    ],
  }),
  ending: 'Письма об операциях можно отключить в настройках.',
};

const en: Words = {
  subject: (give) => `${give} has arrived: your identity has to be verified`,
  body: (give, get) => [
    `Your payment has arrived: ${give}. It cannot be credited before your identity is verified.`,
    `After that, as soon as the payment is confirmed, ${get} comes into your wallet by itself. If you would rather not, write to support: we send the money back to where it came from.`,
  ],
  step: (url) => (url === undefined ? 'You verify your identity in the settings.' : `Verify your identity: ${url}`),
  sent: (give, day, reference) => ({
    subject: `Your money has been sent back: ${give}`,
    body: [
      `On ${day} we sent ${give} back to where your payment came from. Return reference: ${reference}.`,
      'If it is not there within a few days, give this reference to the bank or service you paid through, or write to support.',
    ],
  }),
  ending: 'E-mails about operations can be turned off in the settings.',
};

const texts = { ru, en };

interface Said {
  subject: string;
  paragraphs: string[];
}

/** A letter to whoever paid, in their language. */
const put = async (
  db: Db,
  { account_id: accountId, give_currency: code }: OperationRow,
  write: (words: Words, locale: 'ru' | 'en', amountOf: (amount: string) => string) => Said,
): Promise<void> => {
  const account = accountId ?? '';
  const { email, locale } = await readerOf(db, account);
  const currency = currencyOf(await readCurrencies(db), code);
  const words = texts[locale];
  const { subject, paragraphs } = write(words, locale, (amount) => onScreen(amount, currency, locale));
  await putMail(db, {
    ...{ kind: 'operation', recipient: email, locale, subject },
    body: `${[...paragraphs, words.ending].join('\n\n')}\n`,
    unlessOff: { account, about: 'operations' },
  });
};

/** Tells whoever paid that the money is here, and waits for a step of theirs. In the transaction that took it in. */
export const writeHeldMail = async (
  db: Db,
  { publicUrl }: Pick<Config, 'publicUrl'>,
  row: OperationRow,
): Promise<void> =>
  await put(db, row, ({ subject, body, step }, _locale, amountOf) => {
    const came = amountOf(row.give);
    const url = publicUrl && `${publicUrl}/settings/verification`;
    return { subject: subject(came), paragraphs: [...body(came, amountOf(row.get)), step(url)] };
  });

/** Tells whoever paid that their money has left for them. In the transaction that notes it. */
export const writeSentBackMail = async (
  db: Db,
  row: OperationRow,
  { sent_at: at, reference }: { sent_at: string; reference: string },
): Promise<void> =>
  await put(db, row, ({ sent }, locale, amountOf) => {
    const { subject, body } = sent(amountOf(row.give), dayOf(at, locale), reference);
    return { subject, paragraphs: body };
  });
