import type { Fact } from './operation.ts';

/**
 * With whom, in one line: a name, where a card paid, a card, the bank of a phone as they are; of an address both ends, of other numbers the
 * last four characters, as `Maria Orlova •• 3000`. Empty where an operation names nobody.
 */
export const whomOf = (facts: readonly Fact[]): string => {
  const of = (label: Fact['label']) => facts.find((fact) => fact.label === label)?.text;
  const number = of('phone') ?? of('iban');
  const address = of('address');
  return [
    of('recipient') ?? of('from') ?? of('merchant') ?? of('card'),
    number && `•• ${number.slice(-4)}`,
    address && shortened(address),
    of('bank'),
  ]
    .filter((part) => part)
    .join(' ');
};

/** A withdrawal that a card has made, by whoever was paid: in no other is there a merchant. */
export const isCardPayment = (facts: readonly Fact[] | undefined): boolean =>
  facts?.some(({ label }) => label === 'merchant') === true;

/** `0x5aAe…eAed` */
export const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
