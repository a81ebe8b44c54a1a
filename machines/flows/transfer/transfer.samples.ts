import type { TransferForm } from '../../../contract/calls/transfer.ts';
import { answered, btc, usd } from '../../operation/operation.samples.ts';

/** Sample data that both models of a transfer share. */
export const sampleTransferForm: TransferForm = {
  wallets: [
    {
      currency: usd,
      available: '1250.40',
      minimum: '1.00',
      maximum: '5000.00',
      fee: { percent: '1', minimum: '0.10' },
    },
    {
      currency: btc,
      available: '0',
      minimum: '0.00010000',
      maximum: '1.00000000',
      fee: { percent: '1', minimum: '0.00000100' },
    },
  ],
  recent: [
    { to: 'A-2002', name: 'A••• B•••' },
    { to: 'vera@example.com', name: 'V••• G•••' },
  ],
};

export const formTold = answered(sampleTransferForm);
export const noWallets = answered({ wallets: [], recent: [] } satisfies TransferForm);
export const draftOfTransfer = {
  to: 'A-2002',
  currency: 'USD',
  entry: { side: 'give', text: '10', byHand: true },
  comment: 'Lunch',
};
