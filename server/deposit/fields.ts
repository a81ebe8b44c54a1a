import type { Field } from '../../contract/payment.ts';
import type { Method } from '../payments/methods.ts';

/** Where a provider may send its receipt. */
export const email: Field = { name: 'email', kind: 'email', label: 'email', help: 'email', required: false };

/** What a way in asks for besides the amount: money that comes by a bank or a network is known by where it comes to. */
export const fieldsOf = ({ row }: Pick<Method, 'row'>): Field[] => (row.system === 'card' ? [email] : []);
