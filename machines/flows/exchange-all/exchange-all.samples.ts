import type { ExchangeAllForm } from '../../../contract/calls/exchange-all.ts';
import type { Asked } from '../../model.ts';
import { answered, btc, eur, usd } from '../../operation/operation.samples.ts';
import type { FormContext } from './form.context.ts';

/** Sample data that both models of an exchange of all share. */
const choices = [usd, btc, eur];

/** What there is, before it is known into what. */
const undecided: ExchangeAllForm = {
  into: null,
  choices,
  wallets: [
    { currency: usd, available: '100.00', minimum: '10.00' },
    { currency: eur, available: '90.00', minimum: '10.00' },
    { currency: btc, available: '0.00000100', minimum: '0.00010000', closed: 'below_minimum' },
  ],
};

export const sampleExchangeAllForm: ExchangeAllForm = {
  into: btc,
  choices,
  wallets: [
    {
      ...{ currency: usd, available: '100.00', minimum: '10.00' },
      ...{ rate: '0.00001061306533', give: '100.00', fee: '0.50', get: '0.00105600' },
    },
    {
      ...{ currency: eur, available: '90.00', minimum: '10.00' },
      ...{ rate: '0.00001163', give: '90.00', fee: '0.45', get: '0.00104146' },
    },
    { currency: btc, available: '0.00000100', minimum: '0.00010000', closed: 'same_currency' },
  ],
};

/** More euros than are exchanged at once. */
export const largeExchangeAllForm: ExchangeAllForm = {
  ...sampleExchangeAllForm,
  wallets: sampleExchangeAllForm.wallets.map((wallet) =>
    wallet.currency === eur
      ? { ...wallet, available: '52000.00', give: '50000.00', fee: '250.00', get: '0.57859250' }
      : wallet,
  ),
};

/** Into what one wallet holds already: that one takes no part. */
const intoUsd: ExchangeAllForm = {
  into: usd,
  choices,
  wallets: [
    { currency: usd, available: '100.00', minimum: '10.00', closed: 'same_currency' },
    {
      ...{ currency: eur, available: '90.00', minimum: '10.00' },
      ...{ rate: '1.0953', give: '90.00', fee: '0.45', get: '98.08' },
    },
    { currency: btc, available: '0.00000100', minimum: '0.00010000', closed: 'below_minimum' },
  ],
};

export const nothingThere: ExchangeAllForm = { into: null, choices, wallets: [] };
/** All that there was has gone meanwhile. */
const nothingLeft: ExchangeAllForm = {
  ...sampleExchangeAllForm,
  wallets: [
    { currency: usd, available: '4.00', minimum: '10.00', closed: 'below_minimum' },
    { currency: btc, available: '0.00000100', minimum: '0.00010000', closed: 'same_currency' },
  ],
};

export const currencyAsked = ({ asker, input }: Asked) => {
  if ((asker?.context as FormContext | undefined)?.trouble?.code === 'nothing_to_exchange')
    return answered(nothingLeft);
  return answered(
    (input as { params: { currency: string } }).params.currency === 'BTC' ? sampleExchangeAllForm : intoUsd,
  );
};
export const choicesTold = answered(undecided);
export const filterOfUsd = { currency: ['USD'] };
