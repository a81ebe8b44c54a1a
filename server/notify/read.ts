import type { Notification } from '../../contract/entities.ts';
import { leastDecimals } from '../../contract/money.ts';
import { placeOfDocument, type DocumentKind } from '../../contract/verification.ts';
import type { Db } from '../db/db.ts';
import { gathered } from '../db/gather.ts';
import { prepared } from '../db/prepared.ts';
import { say } from '../http/words.ts';
import { dayOf } from '../payments/sent-back.ts';

/** The most that a page is told at once, the newest of them. */
const most = 50;

/** The text of a notification is HTML, and what fills it is not. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const formats = new Map<string, Intl.NumberFormat>();

/** Making one costs more than all that is done with it. */
const formatOf = (locale: 'ru' | 'en', digits: number): Intl.NumberFormat => {
  const name = `${locale} ${digits}`;
  const decimals = { minimumFractionDigits: leastDecimals(digits), maximumFractionDigits: digits };
  const format = formats.get(name) ?? new Intl.NumberFormat(locale, decimals);
  formats.set(name, format);
  return format;
};

/** As the language writes it, and the screen: it comes with all decimals of its currency. */
const amountIn = (amount: string, locale: 'ru' | 'en'): string =>
  formatOf(locale, amount.split('.')[1]?.length ?? 0).format(amount as Intl.StringNumericLiteral);

/** The newest that are not closed, of the account whose id this SQL gives. */
const newestOf = (account: string): string => `
  select id, kind, params, created_at from notifications
  where account_id = ${account} and closed_at is null
  order by created_at desc, id desc limit ${most}`;

const ask = prepared<NotificationRow & { place: string }>(
  'notifications',
  `select q.place, n.id, n.kind, n.params
    from unnest((select $1::bigint[])) with ordinality as q (account, place)
    cross join lateral (${newestOf('q.account')}) n
    order by q.place, n.created_at, n.id`,
);

/** As JSON, in the order in which it happened, of the account whose id this SQL gives. */
export const notificationsOf = (account: string): string => `(
  select coalesce(json_agg(json_build_object('id', n.id, 'kind', n.kind, 'params', n.params) order by n.created_at, n.id), '[]')
  from (${newestOf(account)}) n)`;

const rowsOf = gathered<string, NotificationRow[]>({
  ...{ lanes: 2, most: 32 },
  async ask(db, accounts) {
    const rows = Map.groupBy(await ask(db, [accounts]), ({ place }) => Number(place));
    return accounts.map((_, at) => rows.get(at + 1) ?? []);
  },
});

/** What the account was told and has not closed, in the order in which it happened. */
export const readNotifications = async (
  db: Db,
  { id, locale }: { id: string; locale: 'ru' | 'en' },
): Promise<Notification[]> => {
  const rows = await rowsOf(db, id);
  return rows.map((row) => entityOf(row, locale));
};

export interface NotificationRow {
  id: string;
  kind: string;
  params: Record<string, string>;
}

const paymentOf = ({ id, params }: NotificationRow, locale: 'ru' | 'en'): Notification => ({
  notification_id: id,
  display: 'inner',
  type: 'success',
  title: say(locale, 'notification.payment.title'),
  text: say(
    locale,
    'notification.payment.text',
    Object.fromEntries(
      Object.entries(params).map(([name, text]) => [name, escaped(name === 'amount' ? amountIn(text, locale) : text)]),
    ),
  ),
  buttons: [
    { url: `/transfer?operation=${params['operation'] ?? ''}`, title: say(locale, 'notification.payment.open') },
  ],
  closable: true,
});

/** `params`: `place`, a path of ours; `amount`, `currency`; `became`: `credited`, `waiting` for a verification, `unconfirmed`, `returned`, or `sent` back, with `sent_at` and `reference`. */
const depositOf = ({ id, params }: NotificationRow, locale: 'ru' | 'en'): Notification => {
  const { place = '', amount = '0', currency = '', became = 'credited', sent_at: at, reference = '' } = params;
  return {
    notification_id: id,
    display: 'inner',
    type: became === 'credited' ? 'success' : 'secondary',
    title: say(locale, `notification.deposit.${became}.title`),
    text: say(locale, `notification.deposit.${became}.text`, {
      amount: escaped(amountIn(amount, locale)),
      currency: escaped(currency),
      ...(at !== undefined && { day: dayOf(at, locale), reference: escaped(reference) }),
    }),
    buttons: [{ url: place, title: say(locale, 'notification.payment.open') }],
    closable: true,
  };
};

/** `params`: `document`, its key, and `verdict`, `verified` or `rejected`. */
const verificationOf = ({ id, params }: NotificationRow, locale: 'ru' | 'en'): Notification => {
  const { document = 'passport', verdict = 'rejected' } = params;
  const url = verdict === 'verified' ? '/settings/verification_success' : placeOfDocument(document as DocumentKind);
  return {
    notification_id: id,
    display: 'inner',
    type: verdict === 'verified' ? 'success' : 'danger',
    title: say(locale, `notification.verification.${verdict}.title`),
    text: say(locale, `notification.verification.${verdict}.text`, {
      document: escaped(say(locale, `verification.document.${document}`)),
    }),
    buttons: [{ url, title: say(locale, `notification.verification.${verdict}.open`) }],
    closable: true,
  };
};

/** What somebody of the house wrote: `params` are the fields of the notification, as they were checked when it was written. */
const writtenOf = ({ id, params }: NotificationRow): Notification => {
  const { display, type, title = '', text = '', buttons = '[]', closable } = params;
  return {
    notification_id: id,
    display: display === 'modal' ? 'modal' : 'inner',
    type: type === 'danger' || type === 'success' ? type : 'secondary',
    title,
    text,
    buttons: JSON.parse(buttons) as Notification['buttons'],
    closable: closable !== 'false',
  };
};

const entities: Record<string, (row: NotificationRow, locale: 'ru' | 'en') => Notification> = {
  written: writtenOf,
  verification: verificationOf,
  deposit: depositOf,
  payment: paymentOf,
};

export const entityOf = (row: NotificationRow, locale: 'ru' | 'en'): Notification =>
  (entities[row.kind] ?? paymentOf)(row, locale);
