import * as auth from './auth.ts';
import { cardCalls } from './card.ts';
import { chatCalls } from './chat.ts';
import * as content from './content.ts';
import { depositCalls } from './deposit.ts';
import * as exchange from './exchange.ts';
import * as page from './page.ts';
import { purchaseCalls } from './purchase.ts';
import { referralCalls } from './referral.ts';
import { supportCalls } from './support.ts';
import { transferCalls } from './transfer.ts';
import { verificationCalls } from './verification.ts';
import { withdrawCalls } from './withdraw.ts';
import type { CallSpec } from '../call.ts';

/** Every call, for the server, the tests and the counts. The page never imports this file: it would load every area. */
const isCall = (value: unknown): value is CallSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

const exported: unknown[] = [
  ...Object.values(auth),
  ...Object.values(content),
  ...Object.values(exchange),
  ...Object.values(page),
  cardCalls,
  chatCalls,
  depositCalls,
  purchaseCalls,
  referralCalls,
  supportCalls,
  transferCalls,
  verificationCalls,
  withdrawCalls,
];

export const allCalls: CallSpec[] = exported.flat().filter(isCall);
