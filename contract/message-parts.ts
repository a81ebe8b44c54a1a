import type { MessagePart } from './calls/page.ts';

/** What a key begins with: `exchange.title` is of `exchange`. */
const groupOf = (key: string): string => key.split('.', 1)[0] ?? key;

/** Said by the forms and texts that a visitor meets; by other screens only where these open over them. */
const ofVisitors = [
  ...['article', 'change_password', 'forgot_password', 'landing', 'login', 'password', 'puzzle', 'recruit'],
  ...['reset_password', 'signup', 'telegram'],
];
/** Said by screens that few pages begin with. */
const ofSomeScreens = [
  ...['alerts', 'browsers', 'card', 'card_limits', 'card_look', 'card_order', 'card_payments', 'cards', 'change_mail'],
  ...['chats', 'document', 'exchange_all', 'mailing', 'messages', 'method', 'methods', 'network', 'outbox', 'payment'],
  ...['personal', 'referral', 'settings', 'thread', 'tie', 'transfer', 'upload', 'verification'],
];
/** Of those groups, what is said elsewhere too, or shares its name with a call that is. */
const everywhere = new Set([
  ...['article.outside', 'article.table', 'chats.private', 'chats.support', 'chats.title', 'login.dismiss'],
  ...['login.held.countdown', 'login.title', 'methods.orders.until', 'outbox.drop', 'outbox.report', 'transfer.submit'],
]);
/** Said by the server alone. */
const ofServer = ['notification', 'mail', 'refused'];

const isOf = (groups: readonly string[], key: string): boolean => !everywhere.has(key) && groups.includes(groupOf(key));

/** Which messages a part has: `page` those of any page, `visitor` these and those of visitors, `rest` all that `page` has not. */
export const isIn: Record<MessagePart, (key: string) => boolean> = {
  page: (key) => !isOf([...ofVisitors, ...ofSomeScreens, ...ofServer], key),
  visitor: (key) => !isOf([...ofSomeScreens, ...ofServer], key),
  rest: (key) => isOf([...ofVisitors, ...ofSomeScreens], key),
};
