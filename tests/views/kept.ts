import { fileName, readOutlines } from './outlines.tsx';

const texts = import.meta.glob<string>('./kept/*.txt', { query: '?raw', import: 'default', eager: true });

/** What the stories of a model said when that was written down, by their names. */
export const keptOutlines = (name: string): Map<string, string[]> =>
  readOutlines(texts[`./kept/${fileName(name)}`] ?? '');
