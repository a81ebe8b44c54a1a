import { integrationCheck } from '../../../contract/calls/deposit.ts';
import { purchaseForm, purchaseMethods, purchaseSubmit } from '../../../contract/calls/purchase.ts';
import { paymentChart } from '../../payment/payment.chart.ts';

/**
 * Something that is bought for money from outside: what and how much, the page where it is paid, the way back, the receipt. What that
 * page says on the way back is a hint: the status is read before anything else is offered.
 */
export const purchaseMachine = paymentChart('purchase', {
  methods: purchaseMethods,
  form: purchaseForm,
  submit: purchaseSubmit,
  status: integrationCheck,
});
