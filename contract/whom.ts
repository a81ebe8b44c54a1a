import type { Fact } from './operation.ts';

/**
 * With whom, in one line: a name, a card, the bank of a phone as they are; of an address both ends, of other numbers the
 * last four characters, as `Maria Orlova •• 3000`. Empty where an operation names nobody.
 */
export const whomOf = (facts: readonly Fact[]): string => {
  const of = (label: Fact['label']) => facts.find((fact) => fact.label === label)?.text;
  const number = of('phone') ?? of('iban');
  const address = of('address');
  return [
    of('recipient') ?? of('from') ?? of('card'),
    number && `•• ${number.slice(-4)}`,
    address && shortened(address),
    of('bank'),
  ]
    .filter((part) => part)
    .join(' ');
};

/** `0x5aAe…eAed` */
export const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
