import type { Model } from '../model.ts';
import type { Path } from './steps.ts';
import { strollsOf, transcript } from './transcript.ts';
import type { Step } from './world.ts';

function stepIn(line: string): Step {
  const [, ms] = /^> wait (\S+)$/.exec(line) ?? [];
  if (ms !== undefined) return { type: 'wait', ms: JSON.parse(ms) as number };
  const [, leaf, name, how, outcome] = /^> ([^{]+?) \(([^{]+?)\) (done|error|next): (.+)$/.exec(line) ?? [];
  if (leaf !== undefined && name !== undefined && outcome !== undefined)
    return { type: 'settle', leaf, name, how: how as 'done' | 'error' | 'next', outcome };
  const [, to = '', type = '', data = '{}'] = /^> (?:at ([^:{]+): )?([^{]+?)(?: (\{.*\}))?$/.exec(line) ?? [];
  return { type: 'say', to, event: { ...(JSON.parse(data) as object), type } };
}

/** One path of a kept transcript: the moments as they were written down, and the steps to take them again. */
export interface Kept {
  path: Path;
  moments: string[][];
  strolls: string[];
}

/** Reads a transcript back. */
export function readTranscript(text: string): Kept[] {
  const kept: Kept[] = [];
  for (const line of text.split('\n')) {
    const path = kept.at(-1);
    if (line.startsWith('path '))
      kept.push({ path: { input: line.slice(5), steps: [] }, moments: [[line]], strolls: [] });
    else if (line.startsWith('> ') && path) {
      path.path.steps.push(stepIn(line));
      path.moments.push([line]);
    } else if (line.startsWith('~ ') && path) path.strolls = line.slice(2).split(' ');
    else if (line.startsWith('  ')) path?.moments.at(-1)?.push(line);
  }
  return kept;
}

/** The first moment at which a path no longer shows what was kept of it. */
export interface Departure {
  /** Counted from 1; step 0 is the start. */
  path: number;
  step: number;
  was: string[];
  is: string[];
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, at) => line === other[at]);

const lost = 'a random walk from this path leads elsewhere';

/** What random steps from the kept paths lead to, compared with what was kept; for when the paths themselves say nothing. */
export function strayingFrom(model: Model, kept: readonly Kept[]): Departure | null {
  const paths = kept.map(({ path }) => path);
  for (const [number, { path, strolls: were }] of kept.entries()) {
    let at = 0;
    for (const is of strollsOf(model, path, number, paths)) {
      if (is !== were[at]) return { path: number + 1, step: path.steps.length, was: [lost, were[at] ?? ''], is: [is] };
      at += 1;
    }
  }
  return null;
}

export function departureFrom(model: Model, kept: readonly Kept[]): Departure | null {
  for (const [number, { path, moments }] of kept.entries()) {
    let step = 0;
    for (const is of transcript(model, path)) {
      const was = moments[step] ?? [];
      if (!isSame(was, is)) return { path: number + 1, step, was, is };
      step += 1;
    }
  }
  return null;
}

/** `path 2, step 3`, and the lines that are gone and new. */
export const departureWords = ({ path, step, was, is }: Departure): string =>
  [
    `path ${path}, step ${step}: ${was[0] ?? ''}`,
    ...was.filter((line) => !is.includes(line)).map((line) => `- ${line.trim()}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `+ ${line.trim()}`),
  ].join('\n');
