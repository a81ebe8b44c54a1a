import type { Card, CardOffer, CardOrderForm } from '../../contract/card.ts';
import type { Fact, Operation, OperationStatus } from '../../contract/operation.ts';
import type { Field } from '../../contract/payment.ts';
import { atPar, eur, now, sampleOperation, usd } from '../operation/operation.samples.ts';

/** Sample data that models of cards share. */
export const sampleOffers: CardOffer[] = [
  {
    id: 'virtual_eur',
    kind: 'virtual',
    brand: 'mastercard',
    currency: eur,
    price: { amount: '1.00', currency: 'EUR' },
    limits: { once: '500.00', day: '1000.00' },
    cancel: 1_800,
  },
  {
    id: 'plastic_usd',
    kind: 'plastic',
    brand: 'visa',
    currency: usd,
    price: { amount: '12.00', currency: 'USD' },
    limits: { once: '3000.00', day: '6000.00' },
    delivery: { from: 5, to: 12 },
    cancel: 5,
  },
];

/** The same, none of which may be ordered now, each for another reason. */
export const closedOffers: CardOffer[] = (['unverified', 'paused', 'enough'] as const).map((closed, at) => ({
  ...sampleOffers[at % 2]!,
  id: `closed_${closed}`,
  closed,
}));

export const cardId = 'opsample0000000000031';

export const sampleCard = (status: Card['status'], changes: Partial<Card> = {}): Card => ({
  id: cardId,
  kind: status === 'sent' ? 'plastic' : 'virtual',
  brand: 'mastercard',
  currency: eur,
  status,
  ...(status === 'ordered' ? {} : { last_four: '4242', expires: status === 'expired' ? '2025-12' : '2030-01' }),
  limits: { once: '200.00', day: '1000.00' },
  highest: { once: '500.00', day: '1000.00' },
  spent: '0.00',
  available: '250.40',
  ordered_at:
    status === 'ordered' || status === 'sent' ? now : `${status === 'expired' ? 2022 : 2026}-01-02T09:00:00.000Z`,
  ...(status === 'sent' ? { arrives: { from: '2026-01-20', to: '2026-01-27' } } : {}),
  ...changes,
});

const text = (name: string): Field => ({ name, kind: 'text', label: name, required: true, shortest: 2, longest: 60 });

export const addressFields: Field[] = [
  { ...text('holder'), help: 'holder', longest: 26, capitals: true, pattern: String.raw`[A-Z][A-Z .'\-]*` },
  {
    ...{ name: 'country', kind: 'select', label: 'country', required: true },
    options: [
      { value: 'DE', label: 'Germany' },
      { value: 'RS', label: 'Serbia' },
    ],
  },
  text('city'),
  text('street'),
  { ...text('postcode'), capitals: true },
  { name: 'phone', kind: 'phone', label: 'phone', help: 'delivery_phone', required: true },
];

export const virtualForm: CardOrderForm = { offer: sampleOffers[0]!, fields: [], values: {}, available: '250.40' };
export const plasticForm: CardOrderForm = {
  offer: sampleOffers[1]!,
  fields: addressFields,
  values: Object.fromEntries(addressFields.map(({ name }) => [name, ''])),
  available: '1250.40',
};
export const sampleAddress: Record<string, string> = {
  ...{ holder: 'ADA LOVELACE', country: 'DE', city: 'Berlin', street: 'Lindenstr. 5', postcode: '10969' },
  phone: '+4915112345678',
};

/** How long it may be taken back, as long as it may. */
const untilWhen = (status: OperationStatus, text: string): Fact[] =>
  status === 'open' || status === 'processing' ? [{ label: 'cancel', text }] : [];

/** What the card has paid: a withdrawal that stands with it. */
export const sampleCardPayment = (changes: Partial<Operation> = {}): Operation => {
  const { submit_path: _none, ...paid } = sampleOperation('completed', {
    kind: 'withdraw',
    terms: atPar('12.40', 'USD', '0.00'),
    give_currency: usd,
    get_currency: usd,
    asked: { side: 'give', amount: '12.40' },
    place: `/cards/my/${cardId}`,
    facts: [
      { label: 'merchant', text: 'Book shop' },
      { label: 'card', text: 'Visa •• 4242' },
    ],
    ...changes,
  });
  return paid;
};

/** An order of a card of plastic. */
export const sampleOrder = (status: OperationStatus, changes: Partial<Operation> = {}): Operation =>
  sampleOperation(status, {
    id: cardId,
    kind: 'card_order',
    terms: atPar('12.00', 'USD', '0.00'),
    give_currency: usd,
    get_currency: usd,
    asked: { side: 'give', amount: '12' },
    expires_at: '2026-01-15T12:10:00.000Z',
    submit_path: '/card/order/confirm',
    status_path: `/card/details/${cardId}`,
    place: `/cards/order/confirm?operation=${cardId}&offer=plastic_usd`,
    facts: [
      { label: 'card', text: 'Visa, plastic, USD' },
      { label: 'recipient', text: 'ADA LOVELACE' },
      { label: 'address', text: 'Lindenstr. 5, Berlin, 10969, Germany' },
      { label: 'phone', text: '+4915112345678', exact: true },
      { label: 'delivery', text: '5–12 days' },
      ...untilWhen(status, 'for 5 s after you confirm'),
    ],
    ...(status === 'open' ? { values: sampleAddress } : {}),
    ...(status === 'processing' ? { cancellable: true } : {}),
    ...changes,
  });

const virtualId = 'opsample0000000000034';
/** An order of a virtual card, which nobody has to bring. */
const sampleVirtualOrder = (status: OperationStatus): Operation =>
  sampleOrder(status, {
    id: virtualId,
    terms: atPar('1.00', 'EUR', '0.00'),
    give_currency: eur,
    get_currency: eur,
    asked: { side: 'give', amount: '1' },
    status_path: `/card/details/${virtualId}`,
    place: `/cards/order/confirm?operation=${virtualId}&offer=${virtualForm.offer.id}`,
    facts: [{ label: 'card', text: 'Mastercard, virtual, EUR' }, ...untilWhen(status, 'for 30 min after you confirm')],
  });

/** The order of the card that was asked for, by its id or by what the form sends. */
export const orderOf = (status: OperationStatus, { id, ask }: { id: string | null; ask: unknown }): Operation => {
  const { offer } = Object(ask) as { offer?: string };
  const isVirtual = id === null ? offer === virtualForm.offer.id : id === virtualId;
  return isVirtual ? sampleVirtualOrder(status) : sampleOrder(status);
};
