import type { Network } from '../../contract/payment.ts';

/** Names of their own, the same in every language. */
export const networkNames: Record<Network, string> = { bitcoin: 'Bitcoin', ethereum: 'Ethereum', ton: 'TON' };
