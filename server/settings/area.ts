import type { Area } from '../area.ts';
import { browsersCalls } from './browsers.ts';
import { mailCalls } from './change-mail.ts';
import { exportCalls } from './export.ts';
import { mailingCalls } from './mailing.ts';
import { personalCalls } from './personal.ts';
import { telegramTieCalls } from './telegram-tie.ts';

/** What a person sets for themselves, what is told of it, and all of it as a file. */
export const settingsArea: Area = {
  name: 'settings',
  calls: [...personalCalls, ...mailCalls, ...mailingCalls, ...browsersCalls, ...telegramTieCalls, ...exportCalls],
};
