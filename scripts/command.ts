import { readFileSync } from 'node:fs';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Fault = new (message: string) => Error;

/** What was asked for cannot be done; `message` is for whoever asked. */
export class ArgsError extends Error {
  override name = 'ArgsError';
}

/** As `parseArgs`. @throws ArgsError, the first sentence of what is wrong. */
export function parsedArgs<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new ArgsError((error as Error).message.split('. ')[0] ?? 'wrong arguments');
  }
}

export const helpOption = { help: { type: 'boolean', default: false, short: 'h' } } as const;

/** Prints what a script says of itself in the lines at its beginning. */
export function tellOptions(script: string): void {
  const [head = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(script, 'utf8')) ?? [];
  console.log(head.replaceAll(/^\/\/ ?/gm, '').trimEnd());
}

/** One of a list, `null` where the option is not given. @throws ArgsError */
export function oneOf<Of extends string>(name: string, value: string | undefined, of: readonly Of[]): Of | null {
  if (value === undefined) return null;
  const found = of.find((each) => each === value);
  if (!found) throw new ArgsError(`--${name} is one of ${of.join(', ')}, not ${value}`);
  return found;
}

/** A whole number of up to nine digits, `null` where the option is not given. @throws ArgsError */
export function wholeNumber(name: string, value: string | undefined, least = 0): number | null {
  if (value === undefined) return null;
  if (!/^\d{1,9}$/.test(value)) throw new ArgsError(`--${name} is a whole number, not ${value}`);
  if (Number(value) < least) throw new ArgsError(`--${name} is ${least} or more, not ${value}`);
  return Number(value);
}

/** Does what a command does; a fault of whoever asked is one line and this exit code, any other falls through. */
export async function runCommand(main: () => Promise<void>, exitCode: number, ...faults: Fault[]): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (![ArgsError, ...faults].some((fault) => error instanceof fault)) throw error;
    console.error((error as Error).message);
    process.exitCode = exitCode;
  }
}
