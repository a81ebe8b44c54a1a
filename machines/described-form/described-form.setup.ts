import { assign, fromPromise, sendParent, setup } from 'xstate';
import type { Answer } from '../../contract/call.ts';
import { isCallError } from '../../contract/errors.ts';
import { added } from '../../contract/limits.ts';
import type { DescribedForm, PaymentMethod } from '../../contract/payment.ts';
import { drafted } from '../form/draft.chart.ts';
import { typed, type Side } from '../form/amount.ts';
import { afterAnswer, isUnanswered, judgedAnew } from '../form/judged-anew.ts';
import { hasParts, partOf, problemOf, type Part } from '../form/quote.ts';
import { renewal } from '../form/renewal.chart.ts';
import { isOfForm, isOfLine, late, troubleOf } from '../form/trouble.ts';
import type { HouseEvent, PageLife, PortEvent, Signal } from '../root/events.ts';
import { ask, effect, notWired, source } from '../root/ports.ts';
import {
  cardName,
  filledBy,
  fillingFrom,
  foundIn,
  hasRate,
  isHandedOver,
  mayAskForCard,
  pairOf,
  typedInto,
  without,
  type DescribedFormContext,
  type DescribedFormInput,
  type DescribedFormNews,
  type DescribedFormOutput,
} from './described-form.context.ts';

type DescribedFormEvent =
  | { type: 'user.amount typed'; side: Side; value: string }
  | { type: 'user.part chosen'; value: Part }
  | { type: 'user.saved recipient chosen'; value: string }
  | { type: 'user.field filled'; field: string; value: string }
  | { type: 'user.file given'; field: string; value: string; name: string; size: number; media: string }
  | { type: 'user.file removed'; value: string }
  | { type: 'user.card removed' }
  | { type: 'user.frame wanted again' }
  | { type: 'user.submitted' }
  | { type: 'user.retried' }
  | { type: 'user.another method wanted' }
  | Extract<HouseEvent, { type: 'house.signed in' | 'house.language' }>
  | Extract<Signal, { type: 'signal.wallets' }>
  | PageLife
  | Extract<PortEvent, { type: 'port.card frame ready' | 'port.card given' }>;

interface Thrown {
  error: unknown;
}
interface Read {
  output: Answer<DescribedForm>;
}
interface Listed {
  output: Answer<{ items: PaymentMethod[] }>;
}
/** What is wrong with the values, by the names of their fields. */
interface Checked {
  output: { fields: Record<string, string> };
}

type Given = Extract<PortEvent, { type: 'port.card given' }>['card'];
type FileGiven = Extract<DescribedFormEvent, { type: 'user.file given' }>;

const methodIn = ({ method }: DescribedFormContext, output: Listed['output']): PaymentMethod | undefined =>
  output.payload.items.find(({ id }) => id === method);

const amountIsRight = ({ form, entry }: DescribedFormContext): boolean =>
  form !== null && problemOf(pairOf(form), entry) === null;

/** What the chart names: who it asks, how long it waits, what it weighs and does. */
export const describedFormSetup = setup({
  types: {
    context: {} as DescribedFormContext,
    events: {} as DescribedFormEvent,
    input: {} as DescribedFormInput,
    output: {} as DescribedFormOutput,
    tags: {} as 'busy' | 'waiting' | 'form' | 'corrected' | 'attention' | 'safe to reload',
  },
  actors: {
    methods: fromPromise<Listed['output'], { params: { id: string } }>(() => Promise.reject(notWired('methods'))),
    form: fromPromise<Answer<DescribedForm>, { path: string }>(() => Promise.reject(notWired('form'))),
    ...drafted.actors,
    'fields.check': ask<Checked['output'], { fields: unknown; values: unknown }>('fields.check'),
    ...renewal.actors,
    'card.tokens': source<
      Extract<PortEvent, { type: 'port.card frame ready' | 'port.card given' }>,
      { frame: string | null }
    >('card.tokens'),
  },
  delays: {
    ...drafted.delays,
    'the form is overdue': 2 * added.answer,
    'the check is overdue': added.answer,
    'the frame is overdue': 15_000,
    ...renewal.delays,
    'the rate is overdue': added.answer + 5_000,
  },
  guards: {
    ...drafted.guards,
    'the form is there': ({ context }) => context.form !== null,
    'the form is there, and nobody answered': ({ context: { form, trouble } }) =>
      form !== null && isUnanswered(trouble),
    'its path is known': ({ context }) => context.path !== '',
    'it is open': ({ context }, { output }: Listed) => {
      const method = methodIn(context, output);
      return method !== undefined && method.closed === undefined;
    },
    'it is closed': ({ context }, { output }: Listed) => methodIn(context, output)?.closed !== undefined,
    'there is no such method': (_, { error }: Thrown) =>
      isCallError(error) && error.kind === 'refused' && [400, 404, 409, 422].includes(error.statusCode),
    'something was said against it': ({ context }) =>
      Object.keys(context.wrong).length > 0 || isOfForm(context.trouble),
    'only the line had failed': ({ context }) => isOfLine(context.trouble),
    'nothing is wrong': ({ context }, { output }: Checked) =>
      Object.keys(output.fields).length === 0 && amountIsRight(context),
    'the amount is right': ({ context }) => amountIsRight(context),
    'there is money to give': ({ context }) => hasParts(context.form && pairOf(context.form)),
    'a card may be asked for': ({ context }) => mayAskForCard(context),
    'something is handed over': ({ context }) => isHandedOver(context),
    'nothing is handed over': ({ context }) => !isHandedOver(context),
    'no card may be asked for': ({ context }) => !mayAskForCard(context),
    'the rate moves': ({ context }) => hasRate(context),
  },
  actions: {
    ...drafted.actions,
    'take the draft': assign(({ context }, { output }: { output: unknown }) => fillingFrom(output, context)),
    'take the way to the form': assign(({ context }, { output }: Listed) => ({
      path: methodIn(context, output)?.form_path ?? '',
    })),
    'keep why it is closed': assign(({ context }, { output }: Listed) => ({
      closed: methodIn(context, output)?.closed ?? '',
    })),
    'take the form': assign((_, { output }: Read) => ({ form: output.payload })),
    /** The frame that stands there stays: whoever listens to it listens to that one. */
    'take fresh terms': assign(({ context }, { output }: Read) => ({
      form: { ...output.payload, ...(context.form?.card_frame && { card_frame: context.form.card_frame }) },
      wrong: judgedAnew(context.wrong),
      trouble: afterAnswer(context.trouble),
    })),
    'take the typed amount': assign(({ context }, { side, value }: { side: Side; value: string }) => ({
      entry: typed(side, value),
      wrong: without(context.wrong, 'amount'),
      trouble: null,
    })),
    'take the part': assign(({ context }, { value }: { value: Part }) =>
      context.form
        ? { entry: partOf(pairOf(context.form), value), wrong: without(context.wrong, 'amount'), trouble: null }
        : {},
    ),
    'take the recipient': assign(({ context }, { value }: { value: string }) => filledBy(context, value)),
    'take the text': assign(({ context }, { field, value }: { field: string; value: string }) => ({
      values: { ...context.values, [field]: typedInto(context, field, value) },
      wrong: without(context.wrong, field),
      recipient: '',
      trouble: null,
    })),
    'take the card': assign(({ context }, { card: { token, brand, last_four } }: { card: Given }) => ({
      card: { token, shown: `${brand} •• ${last_four}` },
      wrong: without(context.wrong, cardName(context)),
      recipient: '',
    })),
    'forget the card': assign({ card: null, recipient: '' }),
    'ask for the frame anew': assign(({ context }) => ({ frames: context.frames + 1 })),
    'take the file': assign(({ context }, { field, value, name, size, media }: FileGiven) => ({
      files: { ...context.files, [field]: { handle: value, name, size, media } },
      wrong: without(context.wrong, field),
    })),
    'forget the file': assign(({ context }, { value }: { value: string }) => ({
      files: without(context.files, value),
      wrong: without(context.wrong, value),
    })),
    'keep what is wrong': assign(({ context }, { output }: Checked) => ({
      wrong: foundIn(context.form, output.fields),
    })),
    'count a correction': assign(({ context }) => ({ corrections: context.corrections + 1 })),
    'keep the trouble': assign((_, { error }: Thrown) => ({ trouble: troubleOf(error) })),
    'keep that it is late': assign({ trouble: late }),
    'forget the trouble': assign({ trouble: null }),
    'keep the draft': effect<{ account: string; key: string; value: unknown }>('draft.keep'),
    'say whether an amount is held': sendParent(({ context }): DescribedFormNews => ({
      type: 'form.holding',
      holding: context.entry.text !== '',
    })),
    'ask for the methods': sendParent({ type: 'form.methods wanted' } satisfies DescribedFormNews),
  },
});
