import { expect, test, vi } from 'vitest';
import { untilShownAgain } from '../../src/platform/shown-again.ts';
import { stubPage } from './browser-stub.ts';

test('F3 a page that was left is shown again once it comes out of the browser’s cache; its first showing is none', async () => {
  stubPage();
  const show = (persisted: boolean) => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const again = vi.fn();
  const returned = untilShownAgain().then(again);
  show(false);
  await Promise.resolve();
  expect(again).not.toHaveBeenCalled();
  show(true);
  await returned;
  expect(again).toHaveBeenCalledOnce();
});
