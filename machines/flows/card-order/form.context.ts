import type { CardOrderForm } from '../../../contract/card.ts';
import { keptTexts, typedInto, valuesOf } from '../../described-form/described-form.context.ts';
import type { Trouble } from '../../form/trouble.ts';
import { compare } from '../../money.ts';

/** `values` stand by the names of the fields; `wrong` is what the server said about each, `trouble` about all else. */
export interface CardFormInput {
  account: string;
  offer: string;
  form: CardOrderForm | null;
  values: Record<string, string>;
  wrong: Record<string, Trouble>;
  trouble: Trouble | null;
}

/** `corrections` grows with each press that led to errors. */
export interface CardFormContext extends CardFormInput {
  corrections: number;
}

export interface CardFormOutput {
  form: CardOrderForm | null;
  values: Record<string, string>;
}

export type CardFormNews =
  | { type: 'form.offers wanted' }
  /** The person has put something into the form. */
  | { type: 'form.holding'; holding: boolean };

export const draftOf = ({ account, offer }: Pick<CardFormInput, 'account' | 'offer'>) => ({
  account,
  key: `card ${offer}`,
});

/** What a device may keep: where a card is sent to. Never a number of one, in whichever field it stands. */
export const kept = (context: Pick<CardFormInput, 'form' | 'values'>) => ({ values: keptTexts(context) });

const longest = 200;
/** A kept draft, whatever it holds. */
export const valuesFrom = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(Object((Object(value) as { values?: unknown }).values) as Record<string, unknown>).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= longest,
    ),
  );

/** What was typed here before, above where the last card was sent to. */
export const filledBy = (form: CardOrderForm, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(form.fields.map(({ name }) => [name, values[name] ?? form.values[name] ?? '']));

export const typedIn = ({ form, values }: CardFormInput, name: string, text: string): Record<string, string> => ({
  ...values,
  [name]: typedInto({ form, values }, name, text),
});

/** Each field's value as it is checked and sent. */
export const sentOf = ({ form, values }: Pick<CardFormInput, 'form' | 'values'>): Record<string, string> =>
  valuesOf({ form, values, card: null, files: {} }) as Record<string, string>;

/** The wallet has less than the card costs. */
export const isShort = ({ form }: Pick<CardFormInput, 'form'>): boolean =>
  form !== null && compare(form.available, form.offer.price.amount) < 0;
