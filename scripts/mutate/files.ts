import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');
export const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
