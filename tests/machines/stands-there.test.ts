import { expect, test } from 'vitest';
import { visitor } from '../../machines/root/house.samples.ts';
import { standOf } from '../../src/app/stand.ts';
import { standsThere } from '../../src/app/stands-there.ts';
import { openHouse } from './house.ts';

const arrived = async () => {
  const house = openHouse({ path: '/article' });
  await house.answer('auth.check', { user: visitor, rev: 0 });
  return house;
};
const forNow = (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 1_500, 'waits'));

test('a page that was rendered ahead is taken over as it stands', async () => {
  const { root, settleAsk } = await arrived();
  await settleAsk('flow.load');
  expect(await standsThere({ root, first: { stand: standOf(root) }, left: () => 1 })).toBe(true);
});

test('a page that was rendered ahead waits for its answers to be asked for, and for no flow that did not open', async () => {
  const { root, fail, clock, settle, value } = await arrived();
  const first = { stand: 'where the page stood' };
  while (value('page') !== 'failed')
    if (value('page') === 'loading') await fail('flow.load', new Error('it did not come'));
    else {
      clock.step();
      await settle();
    }
  expect(await Promise.race([standsThere({ root, first, left: () => 1 }), forNow()])).toBe(false);

  const other = await arrived();
  await other.settleAsk('flow.load');
  let left = 1;
  const there = standsThere({ root: other.root, first, left: () => left });
  expect(await Promise.race([there, forNow()])).toBe('waits');
  left = 0;
  expect(await there).toBe(false);
});
