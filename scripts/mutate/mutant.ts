export const chartKinds = ['targets', 'guards', 'actions', 'delays', 'outputs'] as const;
export const viewKinds = ['branches', 'amounts', 'texts'] as const;
export type Kind = (typeof chartKinds)[number] | (typeof viewKinds)[number];

/** A piece of a file's text and what stands there instead; places are counted in UTF-16 units from the file's start. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** One change to one file, small enough that a test ought to notice it. */
export interface Mutant {
  /** The same for the same change, whatever line it has come to stand on. */
  id: string;
  /** Path below the top folder. */
  file: string;
  line: number;
  kind: Kind;
  /** `states.reviewing.on.user.confirmed: target submitting → finding out`. */
  what: string;
  edits: Edit[];
}

/** What a generator of mutants finds in a file, before it has an id. */
export type Found = Pick<Mutant, 'kind' | 'what' | 'edits'>;

export const edited = (code: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code);

const lineAt = (code: string, at: number): number => code.slice(0, at).split('\n').length;

/** Gives each change its id; changes that come to the same text are one. */
export function named(file: string, code: string, found: Iterable<Found>): Mutant[] {
  const texts = new Set<string>();
  const used = new Map<string, number>();
  const mutants: Mutant[] = [];
  for (const { kind, what, edits } of found) {
    const text = edited(code, edits);
    if (text === code || texts.has(text)) continue;
    texts.add(text);
    const times = (used.get(what) ?? 0) + 1;
    used.set(what, times);
    const id = `${file}: ${what}${times > 1 ? ` (${times})` : ''}`;
    // An edit at the very beginning only brings in what another one needs.
    const at = Math.min(...edits.map(({ start }) => start).filter((start) => start > 0));
    mutants.push({ id, file, line: lineAt(code, at), kind, what, edits });
  }
  return mutants;
}
