import { added } from '../../contract/limits.ts';
import type { PageLife } from '../root/events.ts';
import { source } from '../root/ports.ts';

/**
 * When a form of money that goes out reads itself again where it stands: soon after the balances have moved, and when the page is
 * seen again after a while. What it reads, and what a failure means to it, stand in the form's own chart, as `renewing` and `fresh`.
 */
export const renewal = {
  actors: { 'page.life': source<PageLife>('page.life') },
  delays: { 'the terms are old': added.rateRefresh, 'the balances have settled': added.balancesSettle },
  moved: { 'signal.wallets': 'soon' },
  /** Nothing in it moves by itself; what is left of the day may have, while nobody looked. */
  settled: { on: { 'signal.wallets': 'soon', 'port.shown': 'renewing' } },
  soon: { after: { 'the balances have settled': 'renewing' } },
} as const;
