import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import ru from '../../contract/messages/ru.json' with { type: 'json' };
import { start } from '../../machines/paths/steps.ts';
import { startI18n } from '../../src/i18n/i18n.ts';
import { viewOf } from '../../stories/views.ts';
import { models } from '../paths/models.ts';

const modules = import.meta.glob([
  '../../src/**/*.{ts,tsx}',
  '../../machines/**/*.ts',
  '../../contract/**/*.ts',
  '!../../src/main.tsx',
  '!../../src/sw/sw.ts',
  '!../../src/early/early.ts',
]);

describe('B1 no window at import', () => {
  test('B1 there is no window here', () => {
    expect(typeof window).toBe('undefined');
    expect(Object.keys(modules).length).toBeGreaterThan(100);
  });

  test.each(Object.keys(modules))('B1 %s can be loaded without a browser', async (path) => {
    await expect(modules[path]?.()).resolves.toBeDefined();
  });
});

describe('B1 no window at the first render', () => {
  beforeAll(async () => {
    await startI18n('ru', ru);
  });

  test.each(Object.values(models).filter(({ view }) => view !== undefined))(
    'B1 $name draws itself without a browser',
    async (model) => {
      const View = await viewOf(model);
      for (const input of Object.keys(model.inputs)) {
        const world = start(model, input);
        expect(typeof renderToString(<View actor={world.actor} />)).toBe('string');
        world.stop();
      }
    },
  );
});
