import { expect, test } from 'vitest';
import { parsedHouse } from './source.ts';

/** Words that go by themselves, each with where the same stands for whoever did not read them in time. */
const staysElsewhere: Record<string, string> = {
  'copied-toast': 'what was copied stands where it was copied from, and in the clipboard',
  'copy.failed': 'what was to be copied stands there, to be marked and copied by hand',
  'change_password.set': 'the settings ask for the old password from then on',
};

test('S6 nothing lives only in a message that goes by itself', () => {
  const toasts = parsedHouse()
    .filter(({ file }) => file.endsWith('.machine.ts') || file.endsWith('.setup.ts') || file.endsWith('.chart.ts'))
    .flatMap(({ given }) => given.flatMap(({ key, text }) => (key === 'msg' ? [text] : [])));
  expect([...new Set(toasts)].toSorted()).toEqual(Object.keys(staysElsewhere).toSorted());
});

/** Places that say for themselves how they are read, each with its reason. */
const liveByThemselves: Record<string, string> = {
  'src/ui/live-area.tsx': 'the policy of all that comes by itself',
  'src/ui/layout.tsx': 'what a screen says only to who listens',
  'src/ui/countdown.tsx': 'a clock that is read when it is asked',
  'src/features/sign-in/puzzle.view.tsx': 'a clock that is read when it is asked',
  'src/features/parts/another-letter.tsx': 'a clock that is read when it is asked',
  'src/features/parts/held.tsx': 'a clock that is read when it is asked',
};

test('S4 S5 S6 S7 S8 what comes by itself stands in areas of one policy', () => {
  const house = parsedHouse().filter(({ file }) => file.startsWith('src/'));
  const live = house.filter(({ attributes }) => attributes.includes('aria-live')).map(({ file }) => file);
  expect(live.toSorted()).toEqual(Object.keys(liveByThemselves).toSorted());
});
