import { afterEach, expect, test } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import card from '../../machines/flows/card/card.model.ts';
import people from '../../machines/flows/referral/people.model.ts';
import programme from '../../machines/flows/referral/programme.model.ts';
import { walk } from '../../machines/paths/steps.ts';
import { findStops } from '../../machines/paths/stops.ts';
import { amountMask } from '../../src/i18n/amount.ts';
import { Concealed } from '../../src/ui/concealed.ts';
import { Page } from '../../stories/frame.tsx';
import { viewOf } from '../../stories/views.ts';
import { speak } from '../../stories/words.ts';

afterEach(async () => {
  await cleanup();
});

const amount = /\d\s[A-Z]{3}\b/g;
const within = (selector: string) => document.querySelector<HTMLElement>(selector)?.innerText ?? '';

test.for([
  { model: programme, where: 'dl', least: 2 },
  { model: people, where: 'ul ul', least: 1 },
  { model: card, where: 'dl', least: 2 },
  { model: card, where: '[aria-labelledby="card-payments"]', least: 1 },
])(
  'R11 H3 hidden amounts: the stories of $model.name tell of none in $where, and show them where amounts are shown',
  async ({ model, where, least }) => {
    const View = await viewOf(model);
    await speak('en');
    let told = 0;
    for (const { path } of findStops(model).stops) {
      const world = walk(model, path);
      const texts: string[] = [];
      for (const hidden of [false, true]) {
        const { container } = await render(
          <Page>
            <Concealed value={hidden}>
              <View actor={world.actor} />
            </Concealed>
          </Page>,
        );
        texts.push(container.querySelector(where) ? within(where) : '');
        await cleanup();
      }
      world.stop();
      const [shown = '', hidden = ''] = texts;
      const amounts = shown.match(amount)?.length ?? 0;
      told += Number(amounts >= least);
      expect(hidden.match(amount)).toBeNull();
      expect(hidden.split(amountMask).length - 1).toBe(amounts);
    }
    expect(told).toBeGreaterThan(0);
  },
);
