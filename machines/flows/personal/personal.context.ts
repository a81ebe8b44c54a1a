import type { Answer } from '../../../contract/call.ts';
import type { PersonalInfo } from '../../../contract/calls/user.ts';
import { personalNames, type PersonalName, type PersonalValues } from '../../../contract/personal.ts';
import { mayKeep } from '../../form/kept-text.ts';
import type { Trouble } from '../../form/trouble.ts';
import type { FlowInput } from '../../root/events.ts';
import { objectionsTo } from '../../sign-in/fields.ts';

export interface PersonalContext {
  account: string;
  /** As the server has it; null before it was read. */
  saved: PersonalInfo | null;
  /** As it stands in the fields. */
  values: PersonalValues;
  /** Fields that were typed into since it was saved. */
  typed: PersonalName[];
  /** What was typed here before and never saved. */
  draft: Draft | null;
  /** The server's day, `2026-01-31`. */
  today: string;
  /** Sent over the edition that is known here, and never answered: any of it may be saved by now. */
  unheard: PersonalValues[];
  /** Something else was saved in another place while this was typed: fields that differ tell what. */
  elsewhere: boolean;
  wrong: { [Name in PersonalName]?: Trouble };
  /** Page clock in ms: the last moment heard of, and the end of a wait. */
  at: number;
  heldUntil: number;
  trouble: Trouble | null;
  corrections: number;
}

/** `edition` is the one that it was typed over. */
interface Draft {
  edition: number;
  values: Partial<PersonalValues>;
}

const nothing: PersonalValues = { display_name: '', phone: '', country: '', birthday: '' };

export const begun = ({ account }: FlowInput): PersonalContext => ({
  ...{ account: account ?? '', saved: null, values: nothing, typed: [], draft: null, today: '', elsewhere: false },
  ...{ unheard: [], wrong: {}, at: 0, heldUntil: 0, trouble: null, corrections: 0 },
});

const isPersonal = (name: string): name is PersonalName => (personalNames as readonly string[]).includes(name);

export function typedInto(
  { values, typed, wrong }: PersonalContext,
  { field, value }: { field: string; value: string },
): Partial<PersonalContext> {
  if (!isPersonal(field)) return {};
  const { [field]: _, ...others } = wrong;
  return {
    values: { ...values, [field]: value },
    typed: typed.includes(field) ? typed : [...typed, field],
    wrong: others,
  };
}

/** What this device keeps: what is not saved, and no number of a card that slipped into it; null for nothing. */
export function draftOf({ saved, values, typed }: PersonalContext): Draft | null {
  const mayBe = (name: PersonalName): boolean => mayKeep(name === 'phone' ? 'phone' : 'text', values[name]);
  const kept = typed.filter((name) => values[name] !== saved?.[name] && mayBe(name));
  if (kept.length === 0) return null;
  return { edition: saved?.edition ?? 0, values: Object.fromEntries(kept.map((name) => [name, values[name]])) };
}

const longest = 200;
/** A kept draft, whatever it holds. */
export function draftFrom(kept: unknown): Draft | null {
  const { edition, values } = Object(kept) as Record<string, unknown>;
  if (typeof edition !== 'number' || typeof values !== 'object' || values === null) return null;
  const texts = Object.entries(values).filter(
    ([name, text]) => isPersonal(name) && typeof text === 'string' && text.length <= longest,
  );
  return { edition, values: Object.fromEntries(texts) as Partial<PersonalValues> };
}

/** The server tells what it saved in a spelling of its own. */
const spelling = (name: PersonalName, value: string): string =>
  name === 'phone' ? value.replaceAll(/\D/g, '') : value.trim();
const isSame = (name: PersonalName, one: string, other: string): boolean =>
  spelling(name, one) === spelling(name, other);

/** What of a draft is not saved: a press may have saved it whose answer was lost with its page. */
const unsavedOf = ({ values }: Draft, saved: PersonalInfo): Partial<PersonalValues> =>
  Object.fromEntries(
    personalNames.flatMap((name) => {
      const text = values[name];
      return text === undefined || isSame(name, text, saved[name]) ? [] : [[name, text]];
    }),
  );

/** A draft was kept, and nothing of it is left to save. */
export const isSaved = ({ draft }: PersonalContext, saved: PersonalInfo): boolean =>
  draft !== null && Object.keys(unsavedOf(draft, saved)).length === 0;

type Read = Pick<PersonalContext, 'saved' | 'values' | 'typed' | 'today' | 'elsewhere' | 'draft' | 'unheard'>;

/** What is saved, with the draft over it. */
export function readFrom({ draft }: Pick<PersonalContext, 'draft'>, { payload, now }: Answer<PersonalInfo>): Read {
  const unsaved = draft ? unsavedOf(draft, payload) : {};
  const typed = Object.keys(unsaved) as PersonalName[];
  return {
    saved: payload,
    values: { ...valuesOf(payload), ...unsaved },
    typed,
    today: now.slice(0, 10),
    elsewhere: draft !== null && typed.length > 0 && draft.edition !== payload.edition,
    draft: null,
    unheard: [],
  };
}

/** What was saved elsewhere stands in each field that nothing was typed into; what was typed stays. */
export function comparedWith({ values, typed }: PersonalContext, answer: Answer<PersonalInfo>): Read {
  const mine = Object.fromEntries(typed.map((name) => [name, values[name]]));
  return { ...readFrom({ draft: { edition: -1, values: mine } }, answer), elsewhere: true };
}

/** Whether what stands there was sent from here, in whatever spelling. */
export const isFromHere = ({ unheard }: PersonalContext, now: PersonalInfo): boolean =>
  unheard.some((sent) => personalNames.every((name) => isSame(name, sent[name], now[name])));

const valuesOf = ({ display_name, phone, country, birthday }: PersonalInfo): PersonalValues => ({
  ...{ display_name, phone, country, birthday },
});

/** The saved values again, whatever was typed. */
export const withoutTyped = ({ saved, values }: PersonalContext): Partial<PersonalContext> => ({
  ...{ values: saved ? valuesOf(saved) : values, typed: [], elsewhere: false, wrong: {}, trouble: null },
});

/** What is wrong with the values, by the names of their fields. */
export const wrongWith = (fields: Record<string, string>): PersonalContext['wrong'] =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => isPersonal(name))
      .map(([name, code]) => [name, { code }]),
  );

export function objections(error: unknown): Pick<PersonalContext, 'wrong' | 'trouble'> {
  const { refused, trouble } = objectionsTo(error, personalNames);
  return { wrong: refused, trouble };
}
