import type { ToldNotification } from '../../contract/calls/notify.ts';
import type { Notification } from '../../contract/entities.ts';

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
      { url: 'https://elsewhere.example/', title: 'Not on the list' },
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
