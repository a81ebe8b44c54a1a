/** What a figure is measured beside in the same run. */
export interface Control {
  name: string;
  figure: number;
}

/** A figure of a run, and what it may be; without a limit it is only told. */
export interface Row {
  part: string;
  name: string;
  figure: number | null;
  atMost?: number;
  atLeast?: number;
  control?: Control;
  isHeld: boolean;
  /** Why there is no figure. */
  error?: string;
}

interface Options {
  digits?: number;
  more?: string;
  control?: Control | undefined;
}

const rows: Row[] = [];
let current = '';

/** A number that a file keeps: no more of it than it is printed with, and two digits beyond. */
const kept = (figure: number, digits: number): number => Number(figure.toFixed(digits + 2));

const note = (name: string, figure: number, { digits = 0, control }: Options, limit: Partial<Row>): boolean => {
  // What was divided by nothing holds no limit, however large it came out.
  const isHeld =
    Number.isFinite(figure) &&
    (limit.atMost === undefined || figure <= limit.atMost) &&
    (limit.atLeast === undefined || figure >= limit.atLeast);
  rows.push({
    ...{ part: current, name: name.trim(), figure: kept(figure, digits) },
    ...limit,
    ...(control && { control: { name: control.name, figure: kept(control.figure, 2) } }),
    isHeld,
  });
  return isHeld;
};

const line = (
  name: string,
  figure: number,
  limit: string,
  { digits = 0, more = '', control }: Options,
  isHeld: boolean,
) =>
  console.log(
    `${name.padEnd(40)}${figure.toFixed(digits).padStart(9)}${limit}${control ? `   ${control.name} ${kept(control.figure, 0)}` : ''}${more}${isHeld ? '' : '   NOT HELD'}`,
  );

/** Prints a figure beside what it may be at most, and remembers it. */
export const held = (name: string, figure: number, limit: number, options: Options = {}): void => {
  const isHeld = note(name, figure, options, { atMost: limit });
  line(name, figure, `   of ${limit.toFixed(options.digits ?? 0)}`, options, isHeld);
};

/** The same of what must be at least so much. */
export const heldAbove = (name: string, figure: number, limit: number, options: Options = {}): void => {
  const isHeld = note(name, figure, options, { atLeast: limit });
  line(name, figure, `   at least ${limit.toFixed(options.digits ?? 0)}`, options, isHeld);
};

/** Prints a figure that has no limit, and remembers it. */
export const told = (name: string, figure: number, options: Options = {}): void => {
  note(name, figure, options, {});
  line(name, figure, '', options, true);
};

/**
 * One part of the bench. Where it breaks, or ends without a figure, that is a row that does not hold, and the others are
 * measured all the same.
 */
export const inPart = async (part: string, run: () => unknown): Promise<void> => {
  current = part;
  const before = rows.length;
  try {
    await run();
    if (rows.length === before) throw new Error('it ended without a figure: nothing of it was measured');
  } catch (error) {
    console.error(error);
    const [words] = (error instanceof Error ? error.message : String(error)).split('\n');
    rows.push({ part, name: 'runs to its end', figure: null, isHeld: false, error: words ?? '' });
  }
};

/** All that was measured, in its order. */
export const measured = (): readonly Row[] => rows;

/** How many of the figures that have a limit are within it; and those that are not, in words. */
export const judged = (all: readonly Row[]): { held: number; of: number; beyond: string[] } => {
  const withLimit = all.filter(
    ({ atMost, atLeast, error }) => (atMost ?? atLeast) !== undefined || error !== undefined,
  );
  const beyond = withLimit
    .filter(({ isHeld }) => !isHeld)
    .map(({ part, name, figure, atMost, atLeast, error }) =>
      error === undefined
        ? `${part}: ${name}: ${figure}, ${atMost === undefined ? `not at least ${atLeast}` : `of ${atMost}`}`
        : `${part}: ${error}`,
    );
  return { held: withLimit.length - beyond.length, of: withLimit.length, beyond };
};

/** Says at the end of a run how many figures held; one that did not makes it fail. */
export const conclude = (): void => {
  const { held: within, of, beyond } = judged(rows);
  console.log(`\n${within} of ${of} figures are within their limits`);
  if (beyond.length === 0) return;
  console.error(`\nnot within its limit\n\n${beyond.join('\n')}`);
  process.exitCode = 1;
};
