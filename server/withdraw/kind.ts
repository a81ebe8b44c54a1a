import { openWallet } from '../ledger/wallets.ts';
import type { OperationKind } from '../operations/kind.ts';
import { heardBySandbox } from '../providers/sandbox-settings.ts';
import { withdrawLines } from './postings.ts';
import { saveRecipient } from './recipients.ts';

/** How long a confirmed withdrawal waits before it is sent, in milliseconds: so long it can be taken back. */
const pause = 5_000;

/** Money that leaves: held from the confirm until its provider has paid it out, or given back. */
export const withdrawKind: OperationKind = {
  // A code by mail must fit.
  lifetime: 10 * 60_000,
  submitted: 'processing',
  holds: true,
  promises: false,
  expectedWithin: ({ details }) => details.seconds ?? null,
  hasJob: true,
  provider: ({ details }) => details.provider ?? 'bank',
  async pause(db, { account_id: id }, { providers }) {
    if (providers !== 'sandbox') return pause;
    const { number } = await db.selectFrom('accounts').select('number').where('id', '=', id).executeTakeFirstOrThrow();
    return (await heardBySandbox(db, 'provider', number))?.pause_ms ?? pause;
  },
  settle: async (db, row) => withdrawLines(row, await openWallet(db, row.account_id ?? '', row.give_currency)),
  async ended(db, row) {
    if (row.status === 'completed') await saveRecipient(db, row);
  },
  cancellable: true,
  statusPath: ({ id }) => `/withdraw/status/${id}`,
  // What a card has paid came by no form: it stands with the card.
  place: ({ id, details: { method, paid_by: card } }) =>
    method !== undefined ? `/withdraw/form/${method}/${id}` : card === undefined ? undefined : `/cards/my/${card}`,
};
