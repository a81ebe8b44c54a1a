import { withoutAmount } from '../../machines/form/told-amount.ts';
import type { Alert } from '../../machines/residents/alerts/alerts.machine.ts';
import { amountMask } from '../i18n/amount.ts';
import { showAlert } from '../platform/shown-alerts.ts';
import { wordsOf } from '../ui/safe-html/words-of.ts';

export { takeAlertsBack } from '../platform/shown-alerts.ts';

/** Their markup is left out where they are shown, and so is how much came while amounts are hidden. */
export const showAlerts = async ({ alerts }: { alerts: Alert[] }, hidden: boolean): Promise<void> => {
  for (const { id, title, text } of alerts) {
    const told = hidden ? withoutAmount(id, text, amountMask) : text;
    await showAlert({ id, title: wordsOf(title), text: told === null ? '' : wordsOf(told) });
  }
};
