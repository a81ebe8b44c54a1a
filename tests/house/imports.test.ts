import { describe, expect, test } from 'vitest';
import { forbiddenImports } from './imports.ts';
import { parse, parsedHouse } from './source.ts';

describe('D6 who may import whom', () => {
  test('D6 the house keeps its own rules', () => {
    const files = parsedHouse();
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(files.length);
    expect(forbiddenImports(files)).toEqual([]);
  });

  const plant = (file: string, code: string) =>
    forbiddenImports([parse('machines/flows/login/login.machine.ts', ''), parse(file, code)]);

  test.each([
    ['contract/money.ts', `import { x } from '../machines/model.ts';`],
    ['contract/money.ts', `import * as z from 'zod';`],
    ['contract/money.ts', `import { readFileSync } from 'node:fs';`],
    ['machines/scanner/scan.ts', `import { x } from '../../src/app/start.ts';`],
    ['machines/scanner/scan.ts', `import type { ReactNode } from 'react';`],
    ['machines/scanner/scan.ts', `import { login } from '../flows/login/login.machine.ts';`],
    ['machines/flows/deposit/deposit.machine.ts', `export * from '../login/login.machine.ts';`],
    ['machines/flows/deposit/deposit.machine.ts', `import type { X } from '../login/login.machine.ts';`],
    ['machines/flows/deposit/deposit.machine.ts', `type X = import('../login/login.machine.ts').X;`],
    ['machines/flows/deposit/deposit.machine.ts', `const x = await import('../login/login.machine.ts');`],
    ['machines/flows/deposit/deposit.machine.ts', `import { x } from '../../residents/session.machine.ts';`],
    ['machines/flows/deposit/deposit.machine.ts', `import { x } from '../../root/switchboard.ts';`],
    ['machines/residents/session.machine.ts', `import { x } from './wallets.machine.ts';`],
    ['machines/residents/session.machine.ts', `import { x } from 'xstate/graph';`],
    ['tests/machines/x.test.ts', `import { x } from '@xstate/test';`],
    ['tests/bench/x.ts', `import { x } from '@xstate/test';`],
    ['tests/paths/x.test.ts', `import { x } from '@xstate/graph';`],
    ['server/index.ts', `import { x } from '../machines/model.ts';`],
    ['server/index.ts', `import { x } from '../src/i18n/index.ts';`],
    ['server/index.ts', `import { createElement } from 'react';`],
    ['server/payments/order.ts', `import { orderInSandbox } from '../sandbox/orders.ts';`],
    ['server/withdraw/check.ts', `import type { X } from '../sandbox/keys.ts';`],
    ['server/http/app.ts', `const x = await import('../sandbox/hear.ts');`],
    ['src/ui/button.tsx', `import { x } from '../features/login/login.view.tsx';`],
    ['src/features/deposit/deposit.view.tsx', `import { x } from '../../transport/send-call.ts';`],
    ['src/features/deposit/deposit.view.tsx', `import { x } from '../login/login.view.tsx';`],
    ['src/features/deposit/deposit.view.tsx', `import { x } from '../../app/start.ts';`],
    ['src/platform/history.ts', `import { x } from '../app/start.ts';`],
    ['src/sw/sw.ts', `import { x } from '../platform/store.ts';`],
    ['src/app/start.ts', `import { x } from '../sw/kinds.ts';`],
    ['src/main.tsx', `import { x } from './features/login/login.view.tsx';`],
    ['src/app/start.ts', `import { x } from '../../server/index.ts';`],
    ['src/app/start.ts', `import { x } from '/src/app/wire.ts';`],
    ['stories/parts.tsx', `import { x } from '../server/index.ts';`],
  ])('D6 a planted import in %s is found: %s', (file, code) => {
    expect(plant(file, code)).toHaveLength(1);
  });

  test.each([
    ['machines/root/flows.ts', `const x = import('../flows/login/login.machine.ts');`],
    [
      'machines/flows/login/login.model.ts',
      `import { x } from './login.machine.ts'; import { y } from '../../root/events.ts';`,
    ],
    [
      'src/features/login/login.view.tsx',
      `import { x } from '../../ui/button.tsx'; import { y } from '../operation/receipt.tsx';`,
    ],
    [
      'src/app/wire.ts',
      `import { x } from '../transport/send-call.ts'; import { y } from '../../machines/root/provide.ts';`,
    ],
    ['server/index.ts', `import { x } from '../contract/money.ts'; import { Hono } from 'hono';`],
    [
      'server/providers/sandbox.ts',
      `import { x } from '../sandbox/orders.ts'; import { y } from '../payments/networks.ts';`,
    ],
    [
      'server/sandbox/pay-routes.ts',
      `import { x } from './payments.ts'; import { y } from '../providers/sandbox-settings.ts';`,
    ],
    ['server/payments/order.ts', `import type { Payments } from '../providers/provider.ts';`],
    ['tests/paths/x.test.ts', `import { TestModel } from '@xstate/test';`],
    ['tests/bench/floors/x/x.ts', `import { getShortestPaths } from '@xstate/test';`],
  ])('D6 an allowed import in %s is let through: %s', (file, code) => {
    expect(plant(file, code)).toEqual([]);
  });
});
