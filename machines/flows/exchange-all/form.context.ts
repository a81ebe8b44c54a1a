import type { ExchangeAllForm, WholeWallet } from '../../../contract/calls/exchange-all.ts';
import type { Currency, Money } from '../../../contract/money.ts';
import type { Trouble } from '../../form/trouble.ts';
import { compare, minus, plus } from '../../money.ts';

export interface FormInput {
  account: string;
  /** The code of what all is exchanged into; null while none is chosen. */
  into: string | null;
  /** Wallets that the person leaves out, by code; null where it was not read from the device. */
  leftOut: string[] | null;
  /** Wallets that take part, and no other, by code: as an operation has them that fills the form, until the form is read. */
  taken: string[] | null;
  form: ExchangeAllForm | null;
  trouble: Trouble | null;
}

/** `corrections` grows with each press that led to errors. `last` is what all was exchanged into before, where no address says it. */
export interface FormContext extends FormInput {
  corrections: number;
  last: string | null;
}

export interface FormOutput {
  form: ExchangeAllForm | null;
  leftOut: string[] | null;
}

/** The currency decides about the address, so the flow hears of it; an empty one is none. What is left out outlives the address. */
export type FormNews =
  | { type: 'form.currency wanted'; value: string }
  | { type: 'form.left out'; leftOut: string[] | null };

/** The reserve was too low for an operation whose amounts nobody typed: a wallet can be left out of it. */
export const tooMuchForAll = 'reserve_too_low_for_all';

/** What was left out, as a device keeps it. */
export interface KeptFilter {
  currency: string[];
}

/** It is kept for the account, whatever all is exchanged into. */
export const filterOf = ({ account }: Pick<FormInput, 'account'>) => ({ account, key: 'exchange all' });
export const keptFilter = ({ leftOut }: Pick<FormInput, 'leftOut'>): KeptFilter => ({
  currency: leftOut ?? [],
});

/** Into what it was last chosen to go is kept beside it, for an operation that fills the form changes what is left out, and not that. */
export const choiceOf = ({ account }: Pick<FormInput, 'account'>) => ({ account, key: 'exchange all into' });
export function lastOf(value: unknown): string | null {
  const { into } = Object(value) as { into?: unknown };
  return typeof into === 'string' ? into : null;
}

/** A kept filter, whatever it holds. */
export function leftOutOf(value: unknown): string[] {
  const { currency } = Object(value) as { currency?: unknown };
  return Array.isArray(currency) ? currency.filter((code): code is string => typeof code === 'string') : [];
}

/** Wallets that can take part; the rest say why not. */
export const openWallets = ({ form }: Pick<FormInput, 'form'>): WholeWallet[] =>
  form?.wallets.filter(({ closed }) => closed === undefined) ?? [];

/** Which are left out where only those of an operation take part; what cannot take part is left out by nobody. */
export const leftOutBeside = (taken: readonly string[], form: ExchangeAllForm): string[] =>
  openWallets({ form })
    .map(({ currency }) => currency.code)
    .filter((code) => !taken.includes(code));

export const takesPart = ({ leftOut }: Pick<FormInput, 'leftOut'>, wallet: WholeWallet): boolean =>
  wallet.closed === undefined && !leftOut?.includes(wallet.currency.code);

/** The part of a wallet that goes where the whole is more than is exchanged at once; null where all of it does. */
export const partOf = ({ available, give }: WholeWallet): string | null =>
  give === undefined || give === available ? null : give;

export const chosenWallets = (context: Pick<FormInput, 'form' | 'leftOut'>): WholeWallet[] =>
  openWallets(context).filter((wallet) => takesPart(context, wallet));

/** Those of them for which there is enough to pay out, shared in their order as a check does it. */
function paidOut(context: Pick<FormInput, 'form' | 'leftOut'>): WholeWallet[] {
  const paid: WholeWallet[] = [];
  let left = context.form?.reserve;
  for (const wallet of chosenWallets(context)) {
    const { get = '0' } = wallet;
    if (left !== undefined && compare(get, left) > 0) continue;
    if (left !== undefined) left = minus(left, get);
    paid.push(wallet);
  }
  return paid;
}

/** Why nothing comes of a wallet: it cannot take part, or those before it take all that can be paid out. */
export const closedOf = (context: Pick<FormInput, 'form' | 'leftOut'>, wallet: WholeWallet): WholeWallet['closed'] =>
  takesPart(context, wallet) && !paidOut(context).includes(wallet) ? 'reserve_too_low' : wallet.closed;

/** What all of it would bring, as the rates stand now; null while the form does not say. */
export function previewOf(context: Pick<FormInput, 'form' | 'leftOut'>): { total: Money; into: Currency } | null {
  const into = context.form?.into;
  const chosen = paidOut(context);
  if (!into || chosen.length === 0 || chosen.some(({ get }) => get === undefined)) return null;
  const amount = chosen.reduce((sum, { get }) => plus(sum, get ?? '0'), '0');
  return { total: { amount, currency: into.code }, into };
}

/** The wallet in which money is missing, by its code, where it has a line of its own to say so. */
export const shortWallet = ({ form, trouble }: Pick<FormInput, 'form' | 'trouble'>): string | null => {
  const currency = trouble?.code === 'insufficient_funds' ? trouble.params?.['currency'] : undefined;
  return form?.wallets.find(({ currency: { code } }) => code === currency)?.currency.code ?? null;
};

/** What is missing for a check; `none`: no wallet can be exchanged into this currency, and there is nothing to choose. */
export type Lack = 'currency' | 'wallets' | 'none';
export function lackOf(context: Pick<FormInput, 'form' | 'leftOut' | 'into'>): Lack | null {
  if (context.into === null) return 'currency';
  if (context.form && openWallets(context).length === 0) return 'none';
  return chosenWallets(context).length === 0 ? 'wallets' : null;
}
/** What nobody can mend by a choice is told before they try. */
export function shownLack(context: FormContext): Lack | null {
  const lack = lackOf(context);
  return lack === 'none' || context.corrections > 0 ? lack : null;
}
