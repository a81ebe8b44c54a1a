import type { ActorRefFrom } from 'xstate';
import type { depositMachine } from '../../../machines/flows/deposit/deposit.machine.ts';
import { Payment } from '../payment/payment.tsx';

/** Money that comes. */
export default function DepositView({ actor }: { actor: ActorRefFrom<typeof depositMachine> }) {
  return <Payment actor={actor} />;
}
