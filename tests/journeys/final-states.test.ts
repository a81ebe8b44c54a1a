import { describe, test } from 'vitest';
import { wordsAlong } from '../../scripts/paths/told.ts';
import { stages } from '../stages/all.ts';
import { walksToEnds } from '../stages/stage.ts';
import { walkInBrowser } from '../stages/walk.ts';
import { deep, deepTest, everyNth } from '../tools/deep.ts';
import { openStand } from '../tools/stand.ts';

const { browser, product } = await openStand();

/** Walked every day, in turn: what becomes of money that was sent. The deep run takes all. */
const inTurn = [
  'exchange | from the list | finished.succeeded',
  'exchange | from the list | finished.failed',
  'operation | from the address of a withdrawal that is cancelled too late | cancelled too late',
  'exchange-all | from a form, and one wallet is refused | finished.succeeded',
  'deposit | from a form, and it is paid late | finished.expired',
];
const daily = new Set(everyNth(inTurn, 2));
const walked = [...daily].map((name) => name.split(' | ')[0]);

describe('a shortest path to each final state, by every way to it, in a browser against the real server', () => {
  for (const stage of stages.filter(({ model }) => deep || walked.includes(model.name)))
    for (const [at, walk] of walksToEnds(stage).entries()) {
      const { way, to, path } = walk;
      const name = `${stage.model.name} | ${way} | ${to}`;
      const run = daily.has(name) ? test : deepTest;
      run(`D4 ${name}: ${wordsAlong(stage.model, path).join(' → ')}`, () =>
        walkInBrowser({ browser, product, stage, language: at % 2 === 0 ? 'ru' : 'en' }, walk),
      );
    }
});
