import { readdirSync, readFileSync } from 'node:fs';

/** What the source of the contract says of one constant: of the whole, and of properties in it by their names. */
export interface Said {
  whole: string | undefined;
  parts: Record<string, string>;
}

interface Constant extends Said {
  name: string;
  /** The name of the call that it is. */
  call: string | undefined;
  /** Of a call: the constants that its input and its payload are. */
  input: string | undefined;
  payload: string | undefined;
}

const contract = new URL('../../contract/', import.meta.url);

const sourcesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, contract))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(folder + file, contract), 'utf8'));

/** A comment, and the line below it from its indent on. */
const commented = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\n( *)(?:export )?(?:const )?(\w+)(?= =|[:,])/g;

/** One line, without what only whoever compares with the specification goes by. */
const lineOf = (comment: string): string =>
  comment
    .replaceAll(/\s*\n\s*\*\s*/g, ' ')
    .replaceAll(/\s*Basis: [^.]*\./g, '')
    .trim();

const constantsOf = (source: string): Constant[] => {
  const said = [...source.matchAll(commented)].map(({ index, 1: text = '', 2: indent, 3: name = '' }) => ({
    ...{ index, name, isWhole: indent === '', text: lineOf(text) },
  }));
  const starts = [...source.matchAll(/^(?:export )?const (\w+)/gm)];
  return starts.map(({ index: from, 1: name = '' }, at) => {
    const to = starts[at + 1]?.index ?? source.length;
    const block = source.slice(from, to);
    const inside = said.filter(({ index, isWhole }) => !isWhole && index > from && index < to);
    return {
      name,
      whole: said.find((one) => one.isWhole && one.name === name)?.text,
      parts: Object.fromEntries(inside.map(({ name: part, text }) => [part, text])),
      call: /^.*defineCall\(\{\n  name: '([^']+)'/.exec(block)?.[1],
      input: /^  input: (\w+),$/m.exec(block)?.[1],
      payload: /^  payload: (\w+),$/m.exec(block)?.[1],
    };
  });
};

/** What the contract's own comments say: its shapes are described once, where they stand. */
export const readComments = () => {
  const files = ['', 'calls/'].flatMap(sourcesIn).map(constantsOf);
  const all = files.flat();
  const named = (name: string, nearby = all): Said | undefined =>
    [...nearby, ...all].find((one) => one.name === name && one.call === undefined);
  const ofCall = (call: string): { call?: Said; input?: Said | undefined; payload?: Said | undefined } => {
    const file = files.find((constants) => constants.some((one) => one.call === call)) ?? [];
    const found = file.find((one) => one.call === call);
    if (!found) return {};
    const { input, payload } = found;
    return {
      call: found,
      ...(input !== undefined && { input: named(input, file) }),
      ...(payload !== undefined && { payload: named(payload, file) }),
    };
  };
  return { named, ofCall };
};
