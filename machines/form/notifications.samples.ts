import type { ToldNotification } from '../../contract/calls/notify.ts';
import type { Notification } from '../../contract/entities.ts';
import type { Sight } from '../model.ts';
import { says } from './sights.ts';

/** Another site, whose origin a house may publish; and one that is never published. */
export const elsewhere = 'https://elsewhere.example';
const nowhere = 'https://nowhere.example';

const plain: Notification = {
  notification_id: 'house:opsample0000000000101',
  display: 'inner',
  type: 'secondary',
  title: 'Planned work on Sunday',
  text: '<p>Transfers will take <strong>an hour longer</strong> than usual.</p>',
  buttons: [],
  closable: true,
};

/** Notifications that models share. */
export const sampleNotifications = {
  plain,
  verified: {
    ...plain,
    notification_id: 'verification:opsample0000000000111:1',
    type: 'success',
    title: 'Your identity is verified',
    text: 'Passport: everything is in order.',
    buttons: [
      { url: '/settings/verification_success', title: 'What is open now' },
      { url: `${nowhere}/`, title: 'Not on the list' },
    ],
  },
  /** It leads to this site, to another one that may be published, and to one that is not, in its text and by its buttons. */
  linked: {
    ...plain,
    notification_id: 'house:opsample0000000000106',
    title: 'Fees change in March',
    text:
      `<p>They are in <a href="/article/terms">the terms</a>, in <a href="${elsewhere}/fees">the news</a> ` +
      `and in <a href="${nowhere}/fees">a forum</a>.</p><table><tr><td>Transfers</td><td>1.5 USD</td></tr></table>`,
    buttons: [
      { url: '/article/terms', title: 'Read the terms' },
      { url: `${elsewhere}/news`, title: 'Read the news' },
      { url: `${nowhere}/`, title: 'Not on the list' },
    ],
  },
  fixed: {
    ...plain,
    notification_id: 'house:opsample0000000000102',
    type: 'danger',
    title: 'Withdrawals wait',
    text: 'A network is slow today.',
    closable: false,
  },
  over: {
    ...plain,
    notification_id: 'house:opsample0000000000103',
    display: 'modal',
    title: 'New terms',
    text: '<p>They hold from <em>1 February</em>. Read <a href="/article/terms">the terms</a>.</p>',
    buttons: [{ url: '/article/terms', title: 'Read the terms' }],
  },
  overAndFixed: {
    ...plain,
    notification_id: 'house:opsample0000000000104',
    display: 'modal',
    type: 'danger',
    title: 'Your address could not be reached',
    text: 'Letters come back to us.',
    buttons: [{ url: '/settings/mail', title: 'Change the address' }],
    closable: false,
  },
} satisfies Record<string, Notification>;

export const sampleTold = (notification: Notification, changes: Partial<ToldNotification> = {}): ToldNotification => ({
  ...notification,
  created_at: '2026-01-15T11:40:00.000Z',
  closed: false,
  ...changes,
});

/** What a notification says, without its markup. */
export const wordsOfSample = ({ title, text }: Notification): string[] => [
  title,
  ...text
    .split(/<[^>]+>/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1),
];

/** Its buttons: none leads to a site that is not published. */
export const buttonsOfSample = ({ buttons }: Notification, origins: readonly string[]): Sight[] =>
  buttons.flatMap(({ url, title }): Sight[] => {
    if (url.startsWith('/')) return [{ text: title }];
    return origins.some((origin) => url.startsWith(`${origin}/`))
      ? [{ text: title }, ...says('article.outside')]
      : [{ absent: { text: title } }];
  });
