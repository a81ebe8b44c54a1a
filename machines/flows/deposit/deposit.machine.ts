import { depositForm, depositMethods, depositSubmit, integrationCheck } from '../../../contract/calls/deposit.ts';
import { paymentChart } from '../../payment/payment.chart.ts';

/** Money that comes: how and how much, how it is paid, then the receipt. What came late or of another amount stands in a receipt of its own. */
export const depositMachine = paymentChart('deposit', {
  methods: depositMethods,
  form: depositForm,
  submit: depositSubmit,
  status: integrationCheck,
});
