import { inject, test } from 'vitest';
import type { Wish } from '../../scripts/paths/run.ts';
import { wordsAlong } from '../../scripts/paths/told.ts';
import { models } from '../paths/models.ts';
import { stageFile, stageOf } from '../stages/all.ts';
import { walksTo, walksToEnds } from '../stages/stage.ts';
import { walkInBrowser } from '../stages/walk.ts';
import { openStand } from '../tools/stand.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `npm run paths -- … --run browser` chose, as JSON. */
    chosenWalks: string;
  }
}

const { name, to, lang, max } = JSON.parse(inject('chosenWalks')) as Wish;
const model = Object.values(models).find((each) => each.name === name)!;
const stage = stageOf(model);
if (!stage) throw new Error(`${name} has no stage: write ${stageFile(name)}`);
const walks = (to === null ? walksToEnds(stage) : walksTo(stage, to)).slice(0, max ?? Infinity);
if (walks.length === 0) throw new Error(`no way of the stage of ${name} leads to ${to ?? 'a final state'}`);

const { browser, product } = await openStand();

test.each(
  walks.map((walk) => [`${walk.way} | ${walk.to}: ${wordsAlong(model, walk.path, lang).join(' → ')}`, walk] as const),
)(`D4 ${name} | %s`, (_name, walk) => walkInBrowser({ browser, product, stage, language: lang }, walk));
