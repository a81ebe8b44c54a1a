import * as auth from './auth.ts';
import { cardCalls } from './card.ts';
import { chatCalls } from './chat.ts';
import * as content from './content.ts';
import * as deposit from './deposit.ts';
import * as exchange from './exchange.ts';
import * as exchangeForm from './exchange-form.ts';
import * as exchangeOperation from './exchange-operation.ts';
import * as exchangeAll from './exchange-all.ts';
import * as history from './history.ts';
import * as notify from './notify.ts';
import * as page from './page.ts';
import * as operation from './operation.ts';
import * as purchase from './purchase.ts';
import * as puzzle from './puzzle.ts';
import { bonusHistory, referralCalls } from './referral.ts';
import * as settings from './settings.ts';
import { supportCalls } from './support.ts';
import * as telegram from './telegram.ts';
import * as transfer from './transfer.ts';
import * as user from './user.ts';
import * as verification from './verification.ts';
import * as withdraw from './withdraw.ts';
import type { CallSpec } from '../call.ts';

/** Every call, for the server, the tests and the counts. The page never imports this file: it would load every area. */
const isCall = (value: unknown): value is CallSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const exported: unknown[] = [
  ...Object.values(auth),
  ...Object.values(content),
  ...Object.values(exchange),
  ...Object.values(exchangeForm),
  ...Object.values(exchangeOperation),
  ...Object.values(exchangeAll),
  ...Object.values(page),
  ...Object.values(history),
  ...Object.values(notify),
  ...Object.values(deposit),
  ...Object.values(operation),
  ...Object.values(purchase),
  ...Object.values(puzzle),
  ...Object.values(settings),
  ...Object.values(telegram),
  ...Object.values(transfer),
  ...Object.values(user),
  ...Object.values(withdraw),
  ...Object.values(verification),
  bonusHistory,
  cardCalls,
  chatCalls,
  referralCalls,
  supportCalls,
];

export const allCalls: CallSpec[] = exported.flat().filter(isCall);
