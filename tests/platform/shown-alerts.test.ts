import { afterEach, expect, test, vi } from 'vitest';
import { showAlert } from '../../src/platform/shown-alerts.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a worker that is there', {}, ['worker']],
  ['the page, while the first worker is still being installed', null, ['page']],
])('S4 a notification of the browser is shown by %s', async (_, active, by) => {
  const shown: string[] = [];
  const showNotification = async () => {
    if (!active) throw new TypeError('no active registration');
    shown.push('worker');
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active, showNotification }) } });
  vi.stubGlobal(
    'Notification',
    class extends EventTarget {
      constructor() {
        super();
        shown.push('page');
      }
    },
  );
  await showAlert({ id: 'house:1', title: 'A deposit', text: 'It has come' });
  expect(shown).toEqual(by);
});
