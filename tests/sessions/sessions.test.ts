import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Model } from '../../machines/model.ts';
import { brokenOn, lineOf, pathOfWalk, type Walk } from '../../machines/paths/walk.ts';
import { commandFor } from '../../machines/paths/words.ts';
import { flows } from '../../machines/root/flows.ts';
import { models } from '../paths/models.ts';
import { deep } from '../tools/deep.ts';
import { beginnings, live, numbers, type Lived } from './house-session.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);

/** Sessions of the house, in parts that can be told apart when one fails; and of each model. */
const parts = deep ? 10 : 1;
const ofHouse = deep ? 1_000 : 300;
const ofModel = deep ? 300 : 10;

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));

/** A session that fails is made as short as it can be, and told as the line that lives it again. */
async function holds<Session>(
  arbitrary: fc.Arbitrary<Session>,
  amissIn: (session: Session) => Promise<string | null> | string | null,
  line: (session: Session) => string,
  options: fc.Parameters<[Session]>,
): Promise<void> {
  const property = fc.asyncProperty(arbitrary, async (session) => (await amissIn(session)) === null);
  const { counterexample } = await fc.check(property, options);
  const [found] = counterexample ?? [];
  if (found === undefined) return;
  throw new Error(`${await amissIn(found)}\nseed ${options.seed}; again: ${line(found)}`);
}

describe('the whole house', () => {
  test.each(Array.from({ length: parts }, (_, part) => part + 1))(
    `D8 part %i of ${parts}: ${ofHouse} random sessions replay exactly, and their masked journals take the same turns`,
    async (part) => {
      const seen = { machines: 0, entries: 0, flows: new Set<string>() };
      const count = ({ machines, entries, opened }: Lived) => {
        seen.machines += machines;
        seen.entries += entries.length;
        for (const flow of opened) seen.flows.add(flow);
      };
      const tails = fc.sample(numbers, { numRuns: beginnings.length, seed: seed - part });
      await holds(
        numbers,
        async (each) => {
          const lived = await live(each);
          count(lived);
          return lived.amiss;
        },
        (each) => `npm run paths -- house --again "${each.join()}"`,
        {
          numRuns: ofHouse,
          seed: seed + part,
          // No address is left to luck: each is begun at by a person and by a visitor, and then anything happens.
          examples: beginnings.map((first, at) => [[first, ...tails[at]!.slice(1)]]),
        },
      );
      // What was compared is worth comparing: every flow with an address stood open, and much had happened.
      expect(
        [...seen.flows].toSorted(),
        'each has an address in `addresses` of tests/sessions/house-session.ts',
      ).toEqual(
        flows
          .filter(({ routes }) => routes.length > 0)
          .map(({ name }) => name as string)
          .toSorted(),
      );
      expect(seen.machines).toBeGreaterThan(ofHouse * 12);
      expect(seen.entries).toBeGreaterThan(ofHouse * 15);
    },
    600_000,
  );
});

describe('every model', () => {
  const walks = (model: Model): fc.Arbitrary<Walk> =>
    fc.record({
      input: fc.constantFrom(...Object.keys(model.inputs)),
      picks: fc.array(fc.nat({ max: 5039 }), { maxLength: 40, size: 'max' }),
    });

  test.each(Object.values(models).map((model) => [model.name, model] as const))(
    `D8 %s: ${ofModel} random walks break no invariant, replay exactly, and so do their masked journals`,
    (_name, model) =>
      holds(
        walks(model),
        (walk) => {
          const broken = brokenOn(model, pathOfWalk(model, walk));
          return broken && `${broken.invariant.title.en}: ${broken.why}`;
        },
        (walk) => commandFor(model, `--again "${lineOf(walk)}"`),
        { numRuns: ofModel, seed },
      ),
    600_000,
  );
});
