import { expect, test } from 'vitest';
import { textOf } from './source.ts';

test('the README names the parts of which the last deep run was red', () => {
  const parts = Object.entries(JSON.parse(textOf('tests/deep.json')) as Record<string, { failed: number }>);
  const red = parts.filter(([, { failed }]) => failed > 0).map(([part]) => `\`${part}\``);
  expect(textOf('README.md')).toContain(`Red in their last deep run: ${red.join(', ') || 'none'}.`);
});
