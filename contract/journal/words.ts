import { errorCodes } from '../error-codes.ts';
import { factLabels, operationStatus, operationWarnings } from '../operation.ts';
import { fieldKinds, networks } from '../payment.ts';
import { fileReasons } from '../verification.ts';
import { productName } from '../product.ts';

/** Codes that this page says by itself, of ports and of calls that nobody answered. */
const ownCodes = [
  'aborted',
  'account_number',
  'alerts_not_supported',
  'alerts_refused',
  'ambiguous',
  'came_since',
  'camera_busy',
  'camera_denied',
  'camera_failed',
  'camera_lost',
  'camera_missing',
  'chunk_failed',
  'file_gone',
  'file_slow',
  'journal_absent',
  'language_not_loaded',
  'late',
  'limits_not_saved',
  'message_empty',
  'message_long',
  'network',
  'not_allowed',
  'not_cancelled',
  'not_changed',
  'not_frozen',
  'not_copied',
  'not_loaded',
  'not_served',
  'not_shared',
  'not_stored',
  'not_wired',
  'paused',
  'too_many_files',
  'unverified',
  'six_digits',
  'still_frozen',
  'unreadable',
  'worker_not_supported',
  'worker_refused',
];
const reasons = [
  'cancelled_by_house',
  'cancelled_by_person',
  'heard_late',
  'issuer_declined',
  'needs_verification',
  'not_paid',
  'payment_declined',
  'payment_late',
  'payment_not_confirmed',
  'payout_declined',
  'provider_declined',
  'quote_expired',
  'replaced',
  'returned',
  'sent_back',
  'some_failed',
  'taking_longer',
  'too_many_codes',
  'wrong_amount',
];
/** Of the contract's enumerations, and of this page's own. */
const choices = `
  ok error redirect 301 302 303 307 308 password passwordless give get fiat crypto inner modal danger success secondary
  security operations display_name country birthday
  exchange exchange_all withdraw deposit purchase transfer card_order bonus refused network late unreadable failed redirected
  aborted system light dark header_menu footer_menu main_menu draft uploaded in_review verified rejected
  passport id_card driver_license main registration front back left right jpeg png webp heic pdf other answered declined missing
  virtual plastic visa mastercard mir unverified paused enough ordered sent active frozen approved
  granted denied default
  step_1 step_2 step_3 step_4 step_5 step_6 step_7 step_8 step_9 step_10 step_11 step_12 step_13 step_14
  ru en invited signed_up earning visitor member own not_arrived above_once above_day expired not_allowed stopped once day
  support private picture journal waiting
  city holder invoice postcode street delivery_phone recipient_latin
`;
const listed = (text: string): string[] => text.trim().split(/\s+/);

/** Words that come as plain strings and can only be one of these. */
export const knownWords: ReadonlySet<string> = new Set([
  ...errorCodes,
  ...operationStatus.options,
  ...factLabels,
  ...fieldKinds,
  ...fileReasons,
  ...networks,
  ...operationWarnings,
  ...ownCodes,
  ...reasons,
  ...listed(choices),
  // What the house says itself in a toast; what a server says there is its own text.
  ...['copied-toast', 'copy.failed'],
]);

const calls = `
  auth.change auth.check auth.code auth.link auth.link_info auth.login auth.login_by_password auth.logout auth.puzzle
  auth.puzzle_answer auth.register auth.reset auth.reset_by_token auth.reset_info auth.send_confirmation_instructions
  auth.telegram auth.telegram_email auth.telegram_start
  content.article content.articles content.menu exchange.check exchange.form exchange.history exchange.landing
  exchange.list exchange.status exchange.submit exchange_all.check exchange_all.currency_form exchange_all.form
  exchange_all.status exchange_all.submit history.currencies history.file deposit.form deposit.history deposit.integration_json
  deposit.integration_json_check deposit.ps lang.set notify.close notify.list operation.cancel operation.code operation.file operation.in_progress
  operation.read  payment.check payment.history purchase.form purchase.integration_json purchase.ps referral.bonus_history transfer.check
  referral.info referral.invite referral.invite_info referral.list referral.mailing referral.page referral.recruit referral.stop
  config.mailing config.save_mailing user.browsers user.change_mail user.confirm_mail user.end_browser user.end_browsers user.export user.telegram user.untie_telegram
  user.info user.save_info transfer.form transfer.history transfer.status transfer.submit withdraw.form withdraw.history withdraw.ps
  withdraw.status withdraw.submit verification.list verification.new verification.upload verification.submit verification.remove
  verification.file
  card.offers card.my card.details card.order card.cancel card.confirm card.order_form card.freeze card.unfreeze card.limits
  card.operations card.ask_reveal card.reveal
  chat.list chat.send chat.read chat.messages chat.file support.send support.messages support.read
`;
const flows = `
  article card card-order cards change-mail chat change-password deposit exchange exchange-all exchange-leave exchange-quote exchanges forgot-password history
  history-deposit history-payment history-referral history-transfer history-withdraw inbox landing notice login logout personal purchase reset-password
  settings signup telegram transfer tutorial recruit referral
  document verification withdraw
`;
const keysOfAnswers = `
  body status now rev payload site_settings fv user locale wallets total_balance unread_msgs notifications
`;
const whys = [
  'asked',
  'elsewhere',
  'visitor',
  'other account',
  'put off',
  'not loaded',
  'late',
  'crashed',
  'missing',
  'unknown',
];

/** What only the code itself says: names of calls that are built, of flows, of parts of an answer, and reasons. */
export const ownWords: ReadonlySet<string> = new Set([
  ...[calls, flows, keysOfAnswers].flatMap(listed),
  ...whys,
  ...['not an envelope', 'invalid_type', 'invalid_value', 'invalid_format'],
  productName,
]);

/**
 * What addresses of ours are made of: parts of paths and of names of routes, keys of queries, and the names of what a server
 * offers to everybody: methods, cards, texts. Two that were masked alike would be one in a replay.
 */
const parts = `
  all and api article auth bank bitcoin btc card cards change chat check code confirm confirmation content currency cursor deposit driver drivers
  dst en error eth ethereum eur exchange exchanges fees forgot form from get give history how i18n icons id in index info instructions lang landing
  license limits link list local login logout logo mail menu my name operation order pair passport password payment personal
  phone plastic privacy private purchase quote recruit ref referral register report reset ru rub search security send settings sign signup src state status stop submit success support
  swift telegram terms to token ton transfer usd usdt user verification virtual withdraw works healthcheck returned failure cancelled
`;
const partsOfAddresses: ReadonlySet<string> = new Set(listed(parts));

/** `drivers_license`, `index-article-name`: nothing but parts that are known. */
export const isPartOfAddress = (text: string): boolean =>
  text.split(/[-_]/).every((part) => partsOfAddresses.has(part));
