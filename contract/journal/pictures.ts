import { keptKeys } from './mask.ts';
import { rules } from './strings.ts';

const keys: ReadonlySet<string> = new Set(keptKeys.picture?.split(' '));
const isOurs = (value: unknown): boolean =>
  typeof value === 'string' && value.startsWith('/') && rules.picture(value) === value;

/**
 * The same data without the addresses of pictures that are none of ours: a screen of the past asks for its pictures with
 * the cookies of whoever looks. `value` is a tree, not deeper than the stack.
 */
export function onlyOwnPictures<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(onlyOwnPictures) as Value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) =>
      keys.has(name)
        ? [name, each === null || isOurs(each) ? (each as unknown) : '']
        : [name, onlyOwnPictures(each as unknown)],
    ),
  ) as Value;
}
