import { withdrawForm, withdrawMethods, withdrawStatus, withdrawSubmit } from '../../../contract/calls/withdraw.ts';
import { paymentChart } from '../../payment/payment.chart.ts';

/** Money that leaves: how, to whom and how much, then its operation, then the receipt. */
export const withdrawMachine = paymentChart('withdraw', {
  methods: withdrawMethods,
  form: withdrawForm,
  submit: withdrawSubmit,
  status: withdrawStatus,
});
