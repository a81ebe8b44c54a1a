import type { ExchangeAllForm } from '../../../contract/calls/exchange-all.ts';
import type { Operation } from '../../../contract/operation.ts';
import { troubleOf, withCurrencies } from '../../form/trouble.ts';
import type { OperationInput, Rejected } from '../../operation/operation.context.ts';
import type { Holding, Place } from '../../root/events.ts';
import { chosenWallets, tooMuchForAll, type FormOutput } from './form.context.ts';
import {
  begunWith,
  operationOfQuery,
  replacing,
  sentAfterAll,
  type AroundContext,
} from '../../operation/around.context.ts';

interface Left {
  id: string;
  into: string | null;
}

export interface ExchangeAllContext extends AroundContext<Left> {
  into: string | null;
  leftOut: string[] | null;
  /** Wallets of the operation that fills the form. */
  taken: string[] | null;
  form: ExchangeAllForm | null;
}

export interface Asked {
  output: FormOutput;
}

export const intoOfPlace = ({ params }: Place): string | null => params['currency'] || null;

export const addressOf = (into: string | null, operation?: string): string =>
  `/exchange/all${into ? `/${into}` : ''}${operation === undefined ? '' : `?operation=${operation}`}`;

export const fresh = (place: Place): Omit<ExchangeAllContext, 'account' | 'leftBehind' | 'leftOut'> => ({
  into: intoOfPlace(place),
  form: null,
  taken: null,
  ...begunWith(operationOfQuery(place)),
});

/** The operation as a form: into its currency, out of its wallets. */
export const filledBy = ({ get_currency, lines = [] }: Operation): Partial<ExchangeAllContext> => ({
  into: get_currency.code,
  taken: lines.map(({ give_currency }) => give_currency.code),
});

/** What would be left behind with this page: the form itself holds nothing that was typed. */
export const heldIn = ({ onReview }: ExchangeAllContext): Holding | null => (onReview ? 'terms alone' : null);

export const askOf = ({ into, form, leftOut, replaces }: ExchangeAllContext): OperationInput => ({
  params: { currency: into ?? '' },
  ask: {
    wallets: chosenWallets({ form, leftOut }).map(({ currency }) => currency.code),
    ...replacing({ replaces }),
  },
});

/** What the server said: of one of the wallets it names the currency. */
export function objections(
  { error, operation }: Rejected,
  { replaces, into }: ExchangeAllContext,
): Partial<ExchangeAllContext> {
  const trouble = troubleOf(error);
  const line = operation?.lines?.find(({ give_currency }) => give_currency.code === trouble.params?.['currency']);
  const told = withCurrencies(trouble, line?.give_currency, operation?.get_currency);
  return {
    trouble: told.code === 'reserve_too_low' ? { ...told, code: tooMuchForAll } : told,
    ...sentAfterAll(error, { replaces }, (id) => ({ id, into })),
  };
}
