import type { Parsed } from './source.ts';

/** Things of the browser or of the moment that no machine may touch: the same events must always give the same state. */
const worldly = new Set([
  'document',
  'window',
  'fetch',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'localStorage',
  'sessionStorage',
  'navigator',
  'location',
  'process',
  'globalThis',
  'crypto',
  'performance',
  'XMLHttpRequest',
  'WebSocket',
  'Date.now',
  'Math.random',
]);

/** Hooks that do something by themselves. A view has none; focus and scroll are let through file by file. */
const hooks = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect', 'useReducer', 'useSyncExternalStore']);

const network = new Set(['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'navigator.sendBeacon']);

const floats = new Set(['parseFloat', 'Number.parseFloat', 'Number']);

/** The last part of `React.useEffect` is what counts. */
const lastPart = (name: string) => name.replace(/^React\./, '');

/** `file: what` for each word of `words` that the file uses. */
const uses = ({ file, names }: Parsed, words: Set<string>) =>
  [...new Set(names.map(lastPart))].filter((name) => words.has(name)).map((name) => `${file}: ${name}`);

export const impureMachines = (files: Parsed[]): string[] =>
  files
    .filter(({ file }) => file.startsWith('machines/'))
    .flatMap((parsed) => [
      ...uses(parsed, worldly),
      ...parsed.calls
        .filter(({ name, given }) => name === 'new Date' && given === 0)
        .map(() => `${parsed.file}: new Date()`),
    ]);

/** The one way that money takes, for every flow: cut in two, nobody would see it whole. */
const mayBeLonger: Record<string, number> = { 'machines/operation/operation.machine.ts': 400 };

export const longMachines = (files: Parsed[]): string[] =>
  files
    .filter(({ file, lines }) => file.endsWith('.machine.ts') && lines > (mayBeLonger[file] ?? 300))
    .map(({ file, lines }) => `${file}: ${lines} lines`);

/** `allowed` maps a file to the reason why it may. */
export const busyViews = (files: Parsed[], allowed: Record<string, string>): string[] =>
  files
    .filter(({ file }) => /^src\/(features|ui|house|i18n)\//.test(file) && !(file in allowed))
    .flatMap((parsed) => uses(parsed, hooks));

/** Local state in a screen: what a person is doing belongs to the machine. */
export const keepingViews = (files: Parsed[], allowed: Record<string, string>): string[] =>
  files
    .filter(({ file }) => file.startsWith('src/features/') && !(file in allowed))
    .flatMap((parsed) => uses(parsed, new Set(['useState'])));

/** The worker stands between the page and the network, and asks for what the page asked for; what stands inline fetches the scripts. */
export const networkOutsideTransport = (files: Parsed[]): string[] =>
  files
    .filter(({ file }) => /^(src|machines|stories|contract)\//.test(file) && !/^src\/(transport|sw|early)\//.test(file))
    .flatMap((parsed) => uses(parsed, network));

/** Money is a decimal string or a Big: a binary float has no place where amounts are. */
export const floatingMoney = (files: Parsed[], exact: RegExp): string[] =>
  files
    .filter(({ file }) => exact.test(file))
    .flatMap(({ file, calls }) => calls.filter(({ name }) => floats.has(name)).map(({ name }) => `${file}: ${name}`));

/** Every way by which a string becomes markup or a program. */
const sinks = new Set([
  'innerHTML',
  'outerHTML',
  'srcdoc',
  'dangerouslySetInnerHTML',
  'insertAdjacentHTML',
  'createContextualFragment',
  'parseFromString',
  'parseHTMLUnsafe',
  'parseHTML',
  'setHTML',
  'setHTMLUnsafe',
  'write',
  'writeln',
  'createHTML',
  'DOMParser',
  'XSLTProcessor',
  'eval',
  'Function',
]);
/** Words that are only a sink on what stands before them. */
const onlyOn: Record<string, RegExp> = { write: /(^|\.)document\.write$/, writeln: /(^|\.)document\.writeln$/ };

const last = (name: string) => name.slice(name.lastIndexOf('.') + 1);
const isSink = (name: string) => sinks.has(last(name)) && (onlyOn[last(name)]?.test(name) ?? true);

/** HTML enters the page by one door: what becomes markup anywhere else, and whoever else knows the sanitiser. */
export const htmlElsewhere = (files: Parsed[], door: RegExp): string[] =>
  files
    .filter(({ file }) => /^(src|machines|contract|stories)\//.test(file))
    .flatMap(({ file, names, strings, attributes, imports }) =>
      [
        ...new Set([
          ...[...names, ...attributes].filter(isSink),
          ...strings.filter((text) => sinks.has(text) && !(text in onlyOn)),
          ...(door.test(file) ? [] : imports.map(({ from }) => from).filter((from) => /^dompurify($|\/)/.test(from))),
        ]),
      ].map((what) => `${file}: ${what}`),
    );
