import type { Fact } from '../../contract/operation.ts';
import { reasonKey } from '../../contract/reason-words.ts';
import { isCardPayment } from '../../contract/whom.ts';
import type { Db } from '../db/db.ts';
import { say } from '../http/words.ts';
import { currencyOf, readCurrencies, type CurrencyRow } from '../money/currencies.ts';
import { onScreen } from '../money/on-screen.ts';
import { readLines, sumOfLines } from '../operations/lines.ts';
import { payerOf, type OperationRow } from '../operations/row.ts';
import { putMail, type Mail } from './outbox.ts';
import { languageOfLetters, readerOf, type Spoken } from './reader.ts';

/** Amounts as the screen writes them. */
interface Amounts {
  give: string;
  get: string;
}

type Moved = Exclude<OperationRow['kind'], 'treasury'>;
/** What a card has paid: with which one, and to whom. */
interface Paid {
  card: string;
  merchant: string;
}
/** Of an order whose card was not made the history alone tells: no card is left of it. */
type Place = 'cards' | 'history';

interface Said {
  subject: string;
  opening: string;
}

interface Words {
  done: Record<Moved, (amounts: Amounts) => Said>;
  paid: (give: string, by: Paid) => Said;
  received: (get: string, from: string) => Said;
  failed: Record<Moved, (amounts: Amounts) => Said>;
  cancelled: (give: string, kind: Moved) => Said;
  back: (give: string) => string;
  /** Where more of it stands. */
  more: Record<Place, string>;
  ending: string;
}

const ru: Words = {
  done: {
    exchange: ({ give, get }) => ({
      subject: `Обмен выполнен: ${give} → ${get}`,
      opening: `Вы обменяли ${give} и получили ${get}.`,
    }),
    exchange_all: ({ get }) => ({
      subject: `Обмен выполнен: ${get}`,
      opening: `Обмен выполнен. Вы получили ${get}.`,
    }),
    deposit: ({ get }) => ({ subject: `Пополнение: ${get}`, opening: `Пополнение зачислено: ${get}.` }),
    purchase: ({ get }) => ({
      subject: `Покупка: ${get}`,
      opening: `Покупка выполнена: ${get} уже на вашем кошельке.`,
    }),
    withdraw: ({ give, get }) => ({
      subject: `Вывод выполнен: ${give}`,
      opening: `Вы вывели ${give}. Получателю отправлено ${get}.`,
    }),
    transfer: ({ give, get }) => ({
      subject: `Перевод выполнен: ${give}`,
      opening: `С вашего кошелька переведено ${give}. Получатель получил ${get}.`,
    }),
    bonus: ({ get }) => ({
      subject: `Бонус за приглашение: ${get}`,
      opening: `Бонус за приглашённого человека уже на вашем кошельке: ${get}.`,
    }),
    card_order: ({ give }) => ({
      subject: 'Карта выпущена',
      opening: `Ваша карта выпущена. За неё списано ${give}.`,
    }),
  },
  paid: (give, { card, merchant }) => ({
    subject: `Оплата картой: ${give}`,
    opening: `Картой ${card} оплачено ${give}. Получатель оплаты: ${merchant}.`,
  }),
  received: (get, from) => ({
    subject: `Вам пришёл перевод: ${get}`,
    opening: `${get} от ${from} уже на вашем кошельке.`,
  }),
  failed: {
    exchange: ({ give }) => ({ subject: `Обмен не выполнен: ${give}`, opening: `Обмен ${give} не состоялся.` }),
    exchange_all: ({ get }) => ({
      subject: `Обмен не выполнен: ${get}`,
      opening: `Обмен кошельков на ${get} не состоялся. Деньги остались на кошельках.`,
    }),
    deposit: ({ give }) => ({ subject: `Пополнение не прошло: ${give}`, opening: `Пополнение на ${give} не прошло.` }),
    purchase: ({ get }) => ({ subject: `Покупка не состоялась: ${get}`, opening: `Покупка ${get} не состоялась.` }),
    withdraw: ({ give }) => ({ subject: `Вывод не выполнен: ${give}`, opening: `Вывод ${give} не состоялся.` }),
    transfer: ({ give }) => ({ subject: `Перевод не выполнен: ${give}`, opening: `Перевод ${give} не состоялся.` }),
    bonus: ({ get }) => ({ subject: `Бонус не выплачен: ${get}`, opening: `Бонус ${get} выплатить не получилось.` }),
    card_order: () => ({ subject: 'Карта не выпущена', opening: 'Выпустить карту не получилось.' }),
  },
  cancelled: (give, kind) =>
    kind === 'card_order'
      ? { subject: 'Заказ карты отменён', opening: `Вы отменили заказ карты за ${give} до её выпуска.` }
      : { subject: `Вывод отменён: ${give}`, opening: 'Вы отменили вывод до отправки.' },
  back: (give) => `${give} снова на вашем кошельке.`,
  more: { cards: 'Подробности — в разделе «Мои карты».', history: 'Подробности — в истории на сайте.' },
  ending: 'Письма об операциях можно отключить в настройках.',
};

const en: Words = {
  done: {
    exchange: ({ give, get }) => ({
      subject: `Exchanged: ${give} → ${get}`,
      opening: `You exchanged ${give} and got ${get}.`,
    }),
    exchange_all: ({ get }) => ({
      subject: `Exchanged: ${get}`,
      opening: `The exchange is done. You got ${get}.`,
    }),
    deposit: ({ get }) => ({ subject: `Deposit: ${get}`, opening: `Your deposit is here: ${get} is in your wallet.` }),
    purchase: ({ get }) => ({ subject: `Bought: ${get}`, opening: `Your purchase is done: ${get} is in your wallet.` }),
    withdraw: ({ give, get }) => ({
      subject: `Withdrawn: ${give}`,
      opening: `You withdrew ${give}. ${get} was sent to the recipient.`,
    }),
    transfer: ({ give, get }) => ({
      subject: `Transferred: ${give}`,
      opening: `${give} left your wallet. The recipient got ${get}.`,
    }),
    bonus: ({ get }) => ({
      subject: `Bonus for an invitation: ${get}`,
      opening: `The bonus for somebody whom you invited is in your wallet: ${get}.`,
    }),
    card_order: ({ give }) => ({
      subject: 'Your card is issued',
      opening: `Your card is issued. ${give} was taken for it.`,
    }),
  },
  paid: (give, { card, merchant }) => ({
    subject: `Card payment: ${give}`,
    opening: `You paid ${give} with ${card}. Paid to: ${merchant}.`,
  }),
  received: (get, from) => ({
    subject: `You received a transfer: ${get}`,
    opening: `${get} from ${from} is in your wallet.`,
  }),
  failed: {
    exchange: ({ give }) => ({
      subject: `Not exchanged: ${give}`,
      opening: `The exchange of ${give} did not go through.`,
    }),
    exchange_all: ({ get }) => ({
      subject: `Not exchanged: ${get}`,
      opening: `The exchange of your wallets into ${get} did not go through. The money stayed in your wallets.`,
    }),
    deposit: ({ give }) => ({ subject: `No deposit: ${give}`, opening: `The deposit of ${give} did not go through.` }),
    purchase: ({ get }) => ({ subject: `Not bought: ${get}`, opening: `The purchase of ${get} did not go through.` }),
    withdraw: ({ give }) => ({
      subject: `Not withdrawn: ${give}`,
      opening: `The withdrawal of ${give} did not go through.`,
    }),
    transfer: ({ give }) => ({
      subject: `Not transferred: ${give}`,
      opening: `The transfer of ${give} did not go through.`,
    }),
    bonus: ({ get }) => ({ subject: `Bonus not paid: ${get}`, opening: `The bonus of ${get} could not be paid.` }),
    card_order: () => ({ subject: 'Your card was not issued', opening: 'Your card could not be issued.' }),
  },
  cancelled: (give, kind) =>
    kind === 'card_order'
      ? {
          subject: 'The order of a card is cancelled',
          opening: `You cancelled the order of a card for ${give} before it was issued.`,
        }
      : { subject: `Withdrawal cancelled: ${give}`, opening: 'You cancelled the withdrawal before it was sent.' },
  back: (give) => `${give} is in your wallet again.`,
  more: { cards: 'More is in “My cards” on the site.', history: 'More is in your history on the site.' },
  ending: 'E-mails about operations can be turned off in the settings.',
};

const texts = { ru, en };

const amountsOf = async (db: Db, row: OperationRow, locale: 'ru' | 'en'): Promise<Amounts> => {
  const currencies = await readCurrencies(db);
  const lines = (await readLines(db, [row], currencies, locale)).get(row.id);
  return {
    give: onScreen(row.give, currencyOf(currencies, row.give_currency), locale),
    get: onScreen(lines ? sumOfLines(lines) : row.get, currencyOf(currencies, row.get_currency), locale),
  };
};

const put = async (
  db: Db,
  { account, more, write }: { account: string; more: Place; write: (locale: 'ru' | 'en') => Promise<[Said, string[]]> },
): Promise<void> => {
  const { email, locale } = await readerOf(db, account);
  await putMail(db, {
    ...letterOf(more, locale, await write(locale)),
    recipient: email,
    unlessOff: { account, about: 'operations' },
  });
};

const letterOf = (
  more: Place,
  locale: 'ru' | 'en',
  [{ subject, opening }, parts]: [Said, string[]],
): Omit<Mail, 'recipient'> => ({
  ...{ kind: 'operation', locale, subject },
  body: `${[opening, ...parts, `${texts[locale].more[more]} ${texts[locale].ending}`].join('\n\n')}\n`,
});

/**
 * The letters of a transfer that went through, as `writeOperationMail` puts them: to whoever paid, and to whoever got it, at
 * the address that each has when they are put.
 */
export const lettersOfTransfer = (
  row: OperationRow,
  currency: CurrencyRow,
  spoken: { payer: Spoken; payee: Spoken },
): [toPayer: Omit<Mail, 'recipient'>, toPayee: Omit<Mail, 'recipient'>] => {
  const letter = (reader: Spoken, write: (locale: 'ru' | 'en') => Said) => {
    const locale = languageOfLetters(reader);
    return letterOf('history', locale, [write(locale), []]);
  };
  const amounts = (locale: 'ru' | 'en'): Amounts => ({
    give: onScreen(row.give, currency, locale),
    get: onScreen(row.get, currency, locale),
  });
  return [
    letter(spoken.payer, (locale) => texts[locale].done.transfer(amounts(locale))),
    letter(spoken.payee, (locale) => texts[locale].received(amounts(locale).get, payerOf(row))),
  ];
};

/** What a bank or an issuer that turned money away is said to have done tells already that it is back. */
const tellsOfReturn: readonly (string | null)[] = ['payout_declined', 'issuer_declined'];

/** Undefined for what no card has paid. */
const paidOf = ({ details: { facts = [] } }: OperationRow): Paid | undefined => {
  const textOf = (label: Fact['label']) => facts.find((fact) => fact.label === label)?.text ?? '';
  return isCardPayment(facts) ? { card: textOf('card'), merchant: textOf('merchant') } : undefined;
};

/**
 * Tells whose operation it is how it ended, and whoever got money by it that it came. In the transaction that gives it its
 * last status, so that it is told once. `isBack`: what was held for it is in the wallet again. What moved nothing is told
 * by nobody: orders that were never paid, and lines, which are told with the operation that they are of.
 */
export const writeOperationMail = async (db: Db, row: OperationRow, { isBack = false } = {}): Promise<void> => {
  const { kind, status, reason, parent_id: parent, account_id: account, counterparty_id: other } = row;
  if (parent !== null || account === null || kind === 'treasury') return;
  const isToldOf = status === 'completed' || status === 'failed' || (status === 'cancelled' && isBack);
  if (!isToldOf) return;
  const paid = paidOf(row);
  const write = async (locale: 'ru' | 'en'): Promise<[Said, string[]]> => {
    const words = texts[locale];
    const amounts = await amountsOf(db, row, locale);
    const said =
      status === 'cancelled'
        ? words.cancelled(amounts.give, kind)
        : paid
          ? words.paid(amounts.give, paid)
          : words[status === 'failed' ? 'failed' : 'done'][kind](amounts);
    const why = reason !== null && status !== 'cancelled' ? [say(locale, reasonKey(row))] : [];
    return [said, [...why, ...(isBack && !tellsOfReturn.includes(reason) ? [words.back(amounts.give)] : [])]];
  };
  const isOfCard = paid !== undefined || (kind === 'card_order' && status === 'completed');
  await put(db, { account, more: isOfCard ? 'cards' : 'history', write });
  if (status !== 'completed' || other === null) return;
  await put(db, {
    account: other,
    more: 'history',
    write: async (locale) => [texts[locale].received((await amountsOf(db, row, locale)).get, payerOf(row)), []],
  });
};
