import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export const rooms = ['contract', 'machines', 'server', 'src', 'stories', 'tests', '.storybook'] as const;

const leftOut = new Set([
  'node_modules',
  'dist',
  '.cache',
  '.data',
  '.git',
  'storybook-static',
  'coverage',
  'test-results',
]);

/** Every file below a folder, as a path from the top with `/`; hidden and built folders are left out. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .flatMap((entry) => {
      if (leftOut.has(entry.name)) return [];
      const path = relative(root, join(root, folder, entry.name))
        .split(sep)
        .join('/');
      return entry.isDirectory() ? filesBelow(path) : [path];
    });

export const codeBelow = (folder: string): string[] =>
  filesBelow(folder).filter((path) => /\.(ts|tsx|mjs)$/.test(path));

export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

export interface Import {
  /** What stands between the quotes. */
  from: string;
  /** Only types come through it: nothing is loaded. */
  typeOnly: boolean;
}

export interface Parsed {
  file: string;
  imports: Import[];
  /** Every string in the code, templates with `*` where a value goes in. Imports and types are left out; keys of objects are in. */
  strings: string[];
  /** Dotted names that are called, read or declared: `Math.random`, `document.title`, `fetch`; not names of properties. */
  names: string[];
  /** Dotted names that are called, with the number of their arguments and the strings among them; `new X()` is `new X`. */
  calls: { name: string; given: number; strings: string[] }[];
  /** Properties and attributes that are given a string: `msg: 'copied-toast'`. */
  given: { key: string; text: string }[];
  /** Words written straight into JSX. */
  words: string[];
  /** Names of JSX attributes and of properties that an object is given. */
  attributes: string[];
  lines: number;
}

const kinds = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSLiteralType',
  'Property',
  'TSPropertySignature',
  'TSMethodSignature',
  'MethodDefinition',
  'PropertyDefinition',
  'CallExpression',
  'NewExpression',
  'JSXText',
  'JSXAttribute',
  'Identifier',
  'MemberExpression',
  'Literal',
  'TemplateLiteral',
];

interface Node {
  type: string;
  [key: string]: unknown;
}

const dotted = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MemberExpression' && node['computed'] !== true) {
    const object = dotted(node['object'] as Node);
    return object && `${object}.${String((node['property'] as Node)['name'])}`;
  }
  return undefined;
};

const textIn = (node: Node): string | undefined => {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('*');
  return undefined;
};

/** A string, or both branches of a choice between strings. */
const textsIn = (node: Node): string[] => {
  if (node.type === 'ConditionalExpression')
    return [node['consequent'] as Node, node['alternate'] as Node].flatMap(textsIn);
  if (node.type === 'JSXExpressionContainer') return textsIn(node['expression'] as Node);
  return [textIn(node)].filter((text) => text !== undefined);
};

/** What one file says, read by a parser and never by a pattern over its text. */
export const parse = (file: string, code: string = textOf(file)): Parsed => {
  const { program, module, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const strings: string[] = [];
  const names: string[] = [];
  const calls: Parsed['calls'] = [];
  const sources = new Set<unknown>();
  const keys = new Set<unknown>();
  for (const { moduleRequest, entries } of module.staticImports)
    imports.push({ from: moduleRequest.value, typeOnly: entries.length > 0 && entries.every((entry) => entry.isType) });
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) imports.push({ from: moduleRequest.value, typeOnly: isType });
  const given: Parsed['given'] = [];
  const words: string[] = [];
  const attributes: string[] = [];
  const keep = (key: string, value: Node | null) => {
    for (const text of value ? textsIn(value) : []) given.push({ key, text });
  };
  const visit = (raw: unknown): void => {
    const node = raw as Node;
    switch (node.type) {
      case 'ImportExpression': {
        const source = node['source'] as Node;
        sources.add(source);
        const from = textIn(source);
        if (from !== undefined) imports.push({ from, typeOnly: false });
        break;
      }
      case 'TSImportType': {
        const source = node['source'] as Node;
        sources.add(source);
        imports.push({ from: String(source['value']), typeOnly: true });
        break;
      }
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        sources.add(node['source']);
        break;
      case 'TSLiteralType':
        sources.add(node['literal']);
        break;
      case 'Property':
      case 'TSPropertySignature':
      case 'TSMethodSignature':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node['computed'] !== true && node['shorthand'] !== true) keys.add(node['key']);
        if (node.type === 'Property')
          attributes.push(String((node['key'] as Node)['name'] ?? (node['key'] as Node)['value']));
        if (node.type === 'Property') keep(String((node['key'] as Node)['name']), node['value'] as Node);
        break;
      case 'NewExpression':
      case 'CallExpression': {
        const name = dotted(node['callee'] as Node);
        const args = node['arguments'] as Node[];
        if (name)
          calls.push({
            name: node.type === 'NewExpression' ? `new ${name}` : name,
            given: args.length,
            strings: args.flatMap(textsIn),
          });
        break;
      }
      case 'JSXText':
        if (/\p{L}/u.test(String(node['value']))) words.push(String(node['value']).trim());
        break;
      case 'JSXAttribute':
        attributes.push(String((node['name'] as Node)['name']));
        keep(String((node['name'] as Node)['name']), node['value'] as Node | null);
        break;
      case 'Identifier':
      case 'MemberExpression': {
        const name = keys.has(node) ? undefined : dotted(node);
        if (name) names.push(name);
        if (node.type === 'MemberExpression' && node['computed'] !== true) keys.add(node['property']);
        break;
      }
      case 'Literal':
      case 'TemplateLiteral': {
        const text = textIn(node);
        if (text !== undefined && !sources.has(node)) strings.push(text);
        break;
      }
    }
  };
  // The parser's own visitor wants one method a kind of node.
  new Visitor(Object.fromEntries(kinds.map((kind) => [kind, visit]))).visit(program);
  return { file, imports, strings, names, calls, given, words, attributes, lines: code.split('\n').length };
};

/** Calls of `tests/tools/deep.ts` whose tests are there in a deep run alone. */
const deepCalls = new Set(['deepTest', 'deepDescribe']);

/** `deepTest` of `deepTest.each(rows)('a title', …)`. */
const calledFirst = (node: Node): string | undefined => {
  if (node.type === 'Identifier') return String(node['name']);
  const inner = node['callee'] ?? node['object'];
  return inner === undefined ? undefined : calledFirst(inner as Node);
};

/** Strings of a file outside of all that only a deep run has: titles among them are of tests that run every day. */
export const dailyStrings = (file: string, code: string = textOf(file)): string[] => {
  const strings: string[] = [];
  let deep = 0;
  const isDeep = (node: unknown) => deepCalls.has(calledFirst(node as Node) ?? '');
  const keep = (node: unknown) => {
    const text = textIn(node as Node);
    if (text !== undefined && deep === 0) strings.push(text);
  };
  new Visitor({
    CallExpression: (node) => void (isDeep(node) && (deep += 1)),
    'CallExpression:exit': (node) => void (isDeep(node) && (deep -= 1)),
    Literal: keep,
    TemplateLiteral: keep,
  }).visit(parseSync(file, code).program);
  return strings;
};

let everything: Parsed[] | undefined;

/** Every code file of every room, parsed once. */
export const parsedHouse = (): Parsed[] =>
  (everything ??= rooms.flatMap((room) => codeBelow(room)).map((file) => parse(file)));
