import type { ActorRefFrom } from 'xstate';
import type { purchaseMachine } from '../../../machines/flows/purchase/purchase.machine.ts';
import { Payment } from '../payment/payment.tsx';

/** Something that is bought on a page of its provider. */
export default function PurchaseView({ actor }: { actor: ActorRefFrom<typeof purchaseMachine> }) {
  return <Payment actor={actor} />;
}
