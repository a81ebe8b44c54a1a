import type { Area } from './area.ts';
import { authArea } from './auth/area.ts';
import { cardArea } from './card/area.ts';
import { chatArea } from './chat/area.ts';
import { contentArea } from './content/area.ts';
import { depositArea } from './deposit/area.ts';
import { exchangeAllArea } from './exchange-all/area.ts';
import { exchangeArea } from './exchange/area.ts';
import { historyArea } from './history/area.ts';
import { janitorArea } from './janitor.ts';
import { mailArea } from './mail/area.ts';
import { notifyArea } from './notify/area.ts';
import { operationArea } from './operations/area.ts';
import { paymentsArea } from './payments/area.ts';
import { puzzleArea } from './puzzle/area.ts';
import { purchaseArea } from './purchase/area.ts';
import { referralArea } from './referral/area.ts';
import { sandboxArea } from './sandbox/area.ts';
import { settingsArea } from './settings/area.ts';
import { supportArea } from './support/area.ts';
import { telegramArea } from './telegram/area.ts';
import { transferArea } from './transfer/area.ts';
import { verificationArea } from './verification/area.ts';
import { withdrawArea } from './withdraw/area.ts';

/** Every part of the server. A new one is one line here. */
export const areas: Area[] = [
  authArea,
  puzzleArea,
  cardArea,
  chatArea,
  contentArea,
  depositArea,
  exchangeArea,
  exchangeAllArea,
  historyArea,
  notifyArea,
  operationArea,
  paymentsArea,
  purchaseArea,
  referralArea,
  sandboxArea,
  settingsArea,
  supportArea,
  telegramArea,
  transferArea,
  verificationArea,
  withdrawArea,
  mailArea,
  janitorArea,
];
