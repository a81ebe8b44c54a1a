import type { ActorRefFrom } from 'xstate';
import type { withdrawMachine } from '../../../machines/flows/withdraw/withdraw.machine.ts';
import { Payment } from '../payment/payment.tsx';

/** Money that leaves, from the choice of a method to the receipt. */
export default function WithdrawView({ actor }: { actor: ActorRefFrom<typeof withdrawMachine> }) {
  return <Payment actor={actor} />;
}
